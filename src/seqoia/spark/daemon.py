"""The parent of Spark's Python workers: loads what all of them need once, so that each begins with it."""

from __future__ import annotations

import gc


def _load() -> None:
    """Modules alone: threads that they would start do not survive in the workers."""
    import numpy
    import pandas
    import pyarrow
    import pyarrow.compute
    import pyoxigraph
    import pyspark.sql.pandas.types
    import pyspark.worker

    import seqoia.spark.hosted

    assert all((numpy, pandas, pyarrow, pyarrow.compute, pyoxigraph, pyspark.sql.pandas.types, pyspark.worker))
    assert seqoia.spark.hosted


if __name__ == "__main__":
    from pyspark.daemon import manager

    _load()
    gc.freeze()  # workers collect garbage after every task, and need not look at modules
    manager()
