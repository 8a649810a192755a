"""From the solutions of leaves to matches.

What is known when the query is: `tables` (with `lookups`, `indexing`, `programs`) writes an automaton as one array,
whose columns `arrays` names. What happens in a step: `compiled` takes rows (`rowstore`, `values`), lines up candidates
(`lineup`) and lets the kernel `advance` the runs: those that wait in `queues` are asked (`asking`), take (`taking`),
hang where they wait next (`hanging`), and are kept (`keeping`); what the kernel is not sure of, `memory` asks of
SPARQL. Complete runs become tables in `matches` and `iterations`. Patterns without an automaton go to `interpreted`.
"""
