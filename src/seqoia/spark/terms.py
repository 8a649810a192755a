"""Terms as typed columns: a struct over the text that crosses, where answers are still told apart or ordered by it."""

from __future__ import annotations

from pyspark.sql import Column
from pyspark.sql import functions as f

from seqoia.model.term import RDF, XSD
from seqoia.spark.numeric import NUMERIC


def term_struct(text: Column) -> Column:
    """`type`, `value`, `datatype`, `lang` and `number` of a term that N-Triples writes; null if unbound."""
    kind = _kind(text)
    value = _value(text, kind)
    datatype = _datatype(text, kind)
    number = f.when(datatype.isin(sorted(NUMERIC)), value.try_cast("double"))
    parts = [
        kind.alias("type"),
        value.alias("value"),
        datatype.alias("datatype"),
        _language(text, kind).alias("lang"),
        number.alias("number"),
    ]
    return f.when(text.isNotNull(), f.struct(*parts))


def _kind(text: Column) -> Column:
    first = f.substring(text, 1, 1)
    return (
        f.when(first == '"', "literal")
        .when(f.substring(text, 1, 2) == "<<", "triple")
        .when(first == "<", "uri")
        .when(first == "_", "bnode")
    )


def _value(text: Column, kind: Column) -> Column:
    """The lexical form, the IRI, the label; of a triple its text. The escapes of N-Triples are those of JSON."""
    last = _closing_quote(text)
    body = text.substr(f.lit(2), last - 2)
    unescaped = f.get_json_object(f.concat(f.lit('{"v":"'), body, f.lit('"}')), "$.v")
    return (
        f.when(kind == "literal", f.when(f.contains(body, f.lit("\\")), unescaped).otherwise(body))
        .when(kind == "uri", text.substr(f.lit(2), f.length(text) - 2))
        .when(kind == "bnode", text.substr(f.lit(3), f.length(text)))
        .when(kind == "triple", text)
    )


def _datatype(text: Column, kind: Column) -> Column:
    after = _after(text)
    return f.when(
        kind == "literal",
        f.when(f.startswith(after, f.lit("^^")), after.substr(f.lit(4), f.length(after) - 4))
        .when(f.startswith(after, f.lit("@")), f.lit(RDF + "langString"))
        .otherwise(XSD + "string"),
    )


def _language(text: Column, kind: Column) -> Column:
    after = _after(text)
    return f.when((kind == "literal") & f.startswith(after, f.lit("@")), after.substr(f.lit(2), f.length(after)))


def _after(text: Column) -> Column:
    """What stands behind the closing quote."""
    return f.substring_index(text, '"', -1)


def _closing_quote(text: Column) -> Column:
    return f.length(text) - f.length(_after(text))
