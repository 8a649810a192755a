# What is done here again and again. `just` lists it; the recipes work in .venv.

bin := ".venv/bin"

# What there is to do
default:
    @just --list

# Everything that work on Seqoia needs, into .venv
setup:
    python3 -m venv .venv
    {{bin}}/pip install --quiet --constraint constraints.txt --editable '.[test]'

# Format, lint, types and layers: seconds
check:
    {{bin}}/ruff format --check src tests benchmarks
    {{bin}}/ruff check src tests benchmarks
    {{bin}}/mypy
    {{bin}}/lint-imports

# The quick tests: all but conformance, laws and Spark
test *options:
    {{bin}}/pytest -n auto --ignore tests/conformance --ignore tests/laws --ignore tests/spark {{options}}

# What runs on Spark, in one session
test-spark *options:
    {{bin}}/pytest tests/spark {{options}}

# Kills a following query at random moments and compares what it wrote with an undisturbed run
restart:
    {{bin}}/python scripts/kill_and_restart.py --kills 20

# The tests of third parties: W3C, CSRBench, ETALIS; and the papers' worked examples
conformance:
    {{bin}}/pytest -n auto tests/conformance tests/transcripts

# The laws, each over generated worlds
laws:
    {{bin}}/pytest -n auto tests/laws

# What the documentation claims, tested
docs:
    {{bin}}/pytest tests/house/test_docs.py

# Compiled kernels, so that changed ones are compiled anew
forget-kernels:
    find src -name '*.nbi' -delete -o -name '*.nbc' -delete

# What a clean machine runs
ci:
    .ci/run

# Event patterns, measured: Seqoia and its peers, JSON, pictures and a table of ratios (--quick, --list, names)
bench-patterns *options:
    {{bin}}/pip install --quiet --requirement benchmarks/requirements.txt
    {{bin}}/python -m benchmarks.patterns {{options}}
