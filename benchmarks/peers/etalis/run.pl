% swipl -g main run.pl -- ETALIS POLICY RULES TRADES
% Loads ETALIS from its folder, gives it the trades one by one, and prints how long that took and what it derived.

:- dynamic trade_at/3.

main :-
    current_prolog_flag(argv, [Folder, Policy, Rules, Trades]),
    atom_concat(Folder, '/src/etalis.P', Etalis),
    consult(Etalis),
    call(set_etalis_flag(event_consumption_policy, Policy)),
    call(compile_event_file(Rules)),
    consult(Trades),
    get_time(Start),
    forall(trade_at(Company, Price, Time), call(event(trade(Company, Price), [Time, Time]))),
    get_time(End),
    Seconds is End - Start,
    aggregate_all(count, trade_at(_, _, _), Events),
    aggregate_all(count, call(fired_event(v_shape(_, _, _, _), _)), Matches),
    format("{\"events\": ~d, \"matches\": ~d, \"seconds\": ~3f}~n", [Events, Matches, Seconds]),
    halt(0).
