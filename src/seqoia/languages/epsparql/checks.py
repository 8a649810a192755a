from seqoia.languages.sparql.checks import CHECKS
