-- The foreign key of favourites to twins stays in the database; only the TypeScript schema no longer declares it.
SELECT 1;
