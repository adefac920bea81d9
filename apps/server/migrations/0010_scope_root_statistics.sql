-- How many rows lie in a whole tree: with fewer than a hundred scopes the planner hardly trusts what it knows of paths.
create statistics scopes_root on (split_part(ltree2text(path), '.', 1)) from scopes;
