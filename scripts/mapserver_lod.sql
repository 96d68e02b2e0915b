-- SPDX-License-Identifier: MIT
-- Levels of detail of PostGIS tables, for layers with PROCESSING "LOD=AUTO". An owner of the tables runs this once per database:
--
--     psql -f scripts/mapserver_lod.sql
--     SELECT * FROM mapserver_lod_build('communes', 'geom');     -- creates or recreates the levels
--     SELECT * FROM mapserver_lod_refresh('communes', 'geom');   -- after the table's rows have changed
--     SELECT mapserver_lod_drop('communes', 'geom');
--
-- A level is a table with all rows and columns of its base table, whose geometries lack the vertices that a pixel of its size
-- cannot show. The server reads the coarsest level that is fine enough for a map. Levels show the base table as of their creation:
-- run mapserver_lod_refresh() when it has changed. Meanwhile maps can still be drawn, from the previous rows.

CREATE TABLE IF NOT EXISTS mapserver_lod (
  base            regclass         NOT NULL,
  geometry_column name             NOT NULL,
  pixel_size      double precision NOT NULL CHECK (pixel_size > 0), -- in units of the geometry
  detail          regclass         NOT NULL UNIQUE,
  vertices        bigint           NOT NULL,
  refreshed       timestamptz      NOT NULL,
  PRIMARY KEY (base, geometry_column, pixel_size)
);
GRANT SELECT ON mapserver_lod TO PUBLIC;

-- Simplifies a geometry for a map with such pixels, by the same functions that the server uses when it simplifies itself. A line
-- visibly moves by a quarter of a pixel, the edge of an area does not. Other types are unchanged.
CREATE OR REPLACE FUNCTION mapserver_lod_thinned(shape geometry, pixel_size double precision) RETURNS geometry
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN GeometryType(shape) IN ('POLYGON', 'MULTIPOLYGON')
              THEN ST_Simplify(ST_RemoveRepeatedPoints(shape, pixel_size / 4), pixel_size / 4, true)
              WHEN GeometryType(shape) IN ('LINESTRING', 'MULTILINESTRING')
              THEN ST_Simplify(ST_RemoveRepeatedPoints(shape, pixel_size / 8), pixel_size / 8, true)
              ELSE shape END
$$;

-- Fills a level with the rows of its base and notes it.
CREATE OR REPLACE FUNCTION mapserver_lod_fill(a_base regclass, a_column name, a_pixel_size double precision, a_detail regclass)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  names text;
  vals  text;
  n     bigint;
BEGIN
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum),
         string_agg(CASE WHEN attname = a_column THEN format('mapserver_lod_thinned(%I, %L)', attname, a_pixel_size)
                         ELSE quote_ident(attname) END, ', ' ORDER BY attnum)
    INTO names, vals
    FROM pg_attribute WHERE attrelid = a_base AND attnum > 0 AND NOT attisdropped;
  EXECUTE format('DELETE FROM %s', a_detail);
  EXECUTE format('INSERT INTO %s (%s) SELECT %s FROM %s', a_detail, names, vals, a_base);
  EXECUTE format('SELECT coalesce(sum(ST_NPoints(%I)), 0) FROM %s', a_column, a_detail) INTO n;
  EXECUTE format('ANALYZE %s', a_detail);
  INSERT INTO mapserver_lod VALUES (a_base, a_column, a_pixel_size, a_detail, n, now())
      ON CONFLICT (base, geometry_column, pixel_size) DO UPDATE SET vertices = excluded.vertices, refreshed = excluded.refreshed;
  RETURN n;
END $$;

-- Who may read the base may read the level, and nobody else.
CREATE OR REPLACE FUNCTION mapserver_lod_grant(a_base regclass, a_detail regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  role_name text;
BEGIN
  FOR role_name IN
    SELECT DISTINCT CASE WHEN acl.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(acl.grantee)) END
      FROM pg_class, aclexplode(relacl) acl WHERE oid = a_detail AND acl.grantee <> relowner
  LOOP
    EXECUTE format('REVOKE ALL ON %s FROM %s', a_detail, role_name);
  END LOOP;
  FOR role_name IN
    SELECT CASE WHEN acl.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(acl.grantee)) END
      FROM pg_class, aclexplode(relacl) acl WHERE oid = a_base AND acl.privilege_type = 'SELECT'
  LOOP
    EXECUTE format('GRANT SELECT ON %s TO %s', a_detail, role_name);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION mapserver_lod_drop(a_base regclass, a_column name) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  level regclass;
BEGIN
  FOR level IN
    DELETE FROM mapserver_lod WHERE base = a_base AND geometry_column = a_column RETURNING detail
  LOOP
    IF EXISTS (SELECT FROM pg_class WHERE oid = level) THEN
      EXECUTE format('DROP TABLE %s', level);
    END IF;
  END LOOP;
END $$;

-- What a view shows may depend on who reads it: by row security of a table below it, or because it reads with the rights of its
-- reader. A copy would show everybody what its maker saw.
CREATE OR REPLACE FUNCTION mapserver_lod_check(a_base regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  secured regclass;
BEGIN
  WITH RECURSIVE below AS (
    SELECT a_base::oid AS oid
    UNION
    SELECT d.refobjid FROM below
      JOIN pg_class c ON c.oid = below.oid AND c.relkind = 'v'
      JOIN pg_rewrite r ON r.ev_class = c.oid
      JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass)
  SELECT c.oid INTO secured FROM below JOIN pg_class c USING (oid)
   WHERE c.relrowsecurity OR (c.relkind = 'v' AND EXISTS (
           SELECT FROM pg_options_to_table(c.reloptions) WHERE option_name = 'security_invoker' AND option_value::boolean))
   LIMIT 1;
  IF secured IS NULL THEN
    RETURN;
  END IF;
  IF (SELECT relrowsecurity FROM pg_class WHERE oid = secured) THEN
    RAISE EXCEPTION '% has row security, which the levels of % would not have', secured, a_base;
  END IF;
  RAISE EXCEPTION '% is read with the rights of its reader (security_invoker), the levels of % would not be', secured, a_base;
END $$;

-- Without sizes: the pixel of a map that shows the whole table on 500 pixels, a quarter of it, and so on, as long as a level
-- has no more than half the vertices of the table.
CREATE OR REPLACE FUNCTION mapserver_lod_build(a_base regclass, a_column name, pixel_sizes double precision[] DEFAULT NULL)
RETURNS SETOF mapserver_lod LANGUAGE plpgsql AS $$
DECLARE
  base_vertices bigint;
  widest        double precision;
  sizes         double precision[] := pixel_sizes;
  size          double precision;
  schema_name   name;
  stem          text;
  level_name    text;
  level         regclass;
  number        int := 0;
BEGIN
  PERFORM mapserver_lod_check(a_base);
  IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = a_base AND attname = a_column AND atttypid = 'geometry'::regtype) THEN
    RAISE EXCEPTION '% has no column % of type geometry', a_base, a_column;
  END IF;
  PERFORM mapserver_lod_drop(a_base, a_column);
  EXECUTE format('SELECT sum(ST_NPoints(%1$I)), greatest(ST_XMax(ST_Extent(%1$I)) - ST_XMin(ST_Extent(%1$I)),'
                 ' ST_YMax(ST_Extent(%1$I)) - ST_YMin(ST_Extent(%1$I))) FROM %2$s', a_column, a_base)
     INTO base_vertices, widest;
  IF sizes IS NULL AND widest > 0 THEN
    sizes := ARRAY[widest / 500, widest / 2000, widest / 8000, widest / 32000];
  END IF;
  SELECT nspname, relname INTO schema_name, stem FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE pg_class.oid = a_base;
  WHILE octet_length(stem) > 50 LOOP -- a name has 63 bytes
    stem := left(stem, -1);
  END LOOP;
  FOREACH size IN ARRAY coalesce(sizes, '{}') LOOP
    LOOP -- names that are taken: by levels of another column, or of a table whose name begins with the same letters
      number := number + 1;
      level_name := format('%I.%I', schema_name, stem || '_lod' || number);
      EXIT WHEN to_regclass(level_name) IS NULL;
    END LOOP;
    EXECUTE format('CREATE TABLE %s (LIKE %s INCLUDING INDEXES INCLUDING STORAGE INCLUDING COMPRESSION)', level_name, a_base);
    level := level_name::regclass;
    IF mapserver_lod_fill(a_base, a_column, size, level) * 2 > base_vertices AND pixel_sizes IS NULL THEN
      DELETE FROM mapserver_lod WHERE detail = level;
      EXECUTE format('DROP TABLE %s', level);
      EXIT;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_index JOIN pg_class c ON c.oid = indexrelid JOIN pg_am m ON m.oid = c.relam
                    JOIN pg_attribute a ON a.attrelid = indrelid AND a.attnum = indkey[0]
                    WHERE indrelid = level AND amname = 'gist' AND attname = a_column) THEN
      EXECUTE format('CREATE INDEX ON %s USING gist (%I)', level, a_column);
    END IF;
    PERFORM mapserver_lod_grant(a_base, level);
  END LOOP;
  RETURN QUERY SELECT * FROM mapserver_lod WHERE base = a_base AND geometry_column = a_column ORDER BY pixel_size DESC;
END $$;

CREATE OR REPLACE FUNCTION mapserver_lod_refresh(a_base regclass, a_column name)
RETURNS SETOF mapserver_lod LANGUAGE plpgsql AS $$
DECLARE
  level regclass;
BEGIN
  PERFORM mapserver_lod_check(a_base);
  FOR level IN SELECT detail FROM mapserver_lod WHERE base = a_base AND geometry_column = a_column LOOP
    IF EXISTS ((SELECT attname, atttypid, atttypmod FROM pg_attribute WHERE attrelid = a_base AND attnum > 0 AND NOT attisdropped)
               EXCEPT SELECT attname, atttypid, atttypmod FROM pg_attribute WHERE attrelid = level AND attnum > 0) THEN
      RAISE EXCEPTION 'the columns of % have changed: run mapserver_lod_build() for it', a_base;
    END IF;
    PERFORM mapserver_lod_grant(a_base, level);
  END LOOP;
  PERFORM mapserver_lod_fill(base, geometry_column, pixel_size, detail)
     FROM mapserver_lod WHERE base = a_base AND geometry_column = a_column;
  RETURN QUERY SELECT * FROM mapserver_lod WHERE base = a_base AND geometry_column = a_column ORDER BY pixel_size DESC;
END $$;
