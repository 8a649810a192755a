"""Queries on Spark: the only folder that imports PySpark, and only when something is run.

In the order in which data passes: `sources` says where events come from, `reading` and `frames` make batches of
them, `packing` matches these where they are and packs what was found, a pack a bucket of keys (`buckets`);
`interpreting` does so for small inputs, without kernels; `inputs` is all of that as a DataFrame. `hosting` steps the
machine of a bucket, `emission` writes what it tells as rows, `arranging` orders them, `answers` and `terms` make typed
columns of them; `running` puts it together, and `query` is the way in. `rdf` is a data source of its own.

`replay` and `following` collect what is `told` for a command, in `counts` as well; `lines` of it are written by
`outputs` and `journal`; `checkpoint` sees that the same query goes on. `deployment` is what workers know, `hosted` what
they keep, `daemon` their parent; `failures` brings their errors back. `java`, `classes` and `launch` start Java, and
`session` Spark.
"""

from seqoia.spark.counts import Counts
from seqoia.spark.failures import QueryStoppedError
from seqoia.spark.java import NoJavaError
from seqoia.spark.query import PatternQuery, query
from seqoia.spark.session import session, session_ahead
from seqoia.spark.sources import Files, events, files

__all__ = [
    "Counts",
    "Files",
    "NoJavaError",
    "PatternQuery",
    "QueryStoppedError",
    "events",
    "files",
    "query",
    "session",
    "session_ahead",
]
