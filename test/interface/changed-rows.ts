/**
 * Records which rows change during a test: triggers on every table write down the table, the kind of change and the
 * workspace.
 */
import type { Domain } from '../../server/src/domain/domain.ts';

export interface ChangedRow {
  readonly tbl: string;
  readonly op: string;
  /** Null if the table has no column for the workspace. */
  readonly workspace: string | null;
}

/**
 * Tables that may change although a call is refused: counters of requests and attempts, and reports of workers about
 * themselves.
 */
const counting = [
  'rate_buckets',
  'verifications',
  'sign_in_failures',
  'workers',
  // Counters of requests to platforms, in total and by workspace.
  'platform_states',
  'platform_uses',
  // Reading events gives them their numbers.
  'event_logs',
  // Results are indexed for search in the background.
  'search_jobs',
  'search_passages',
  'search_words',
  'meaning_jobs',
  'meaning_vectors',
  'meaning_models',
  // Missing forms for computing exposure are stored in the background.
  'job_exposures',
  'trend_videos',
  'trend_brands',
  'processes',
  'schema_migrations',
];

/** Columns that a scheduled run of a Follow changes. */
const runColumns = [
  'status',
  'paused_reason',
  'failures',
  'note',
  'last_run_at',
  'next_run_at',
  'updated_at',
  'began_at',
];

/** Columns of a run of a report schedule that change as the run goes on in the background. */
const reportRunColumns = [
  'state',
  'task_id',
  'tries',
  'next_try_at',
  'report_id',
  'numbers',
  'job_ids',
  'choice',
  'changes',
  'error_code',
  'error_message',
  'ended_at',
];

export class ChangedRows {
  readonly #db: Domain['db'];
  #last = 0;

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor can't be private in another way
  private constructor(db: Domain['db']) {
    this.#db = db;
  }

  static async watch(db: Domain['db']): Promise<ChangedRows> {
    await db.query('create table noted_changes (n bigserial, tbl text, op text, workspace text)');
    await db.query(`create function note_change() returns trigger language plpgsql as $$
      declare
        ignored text[] := case when tg_table_name = 'api_keys' then '{last_used_at}'
          when tg_table_name = 'events' then '{seq}'
          when tg_table_name = 'follows' then '{${runColumns.join()}}'
          when tg_table_name = 'report_runs' then '{${reportRunColumns.join()}}' else '{}' end;
        seen jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
      begin
        if tg_op = 'UPDATE' and to_jsonb(old) - ignored = to_jsonb(new) - ignored then
          return null;
        end if;
        insert into noted_changes (tbl, op, workspace) values (tg_table_name, tg_op,
          coalesce(seen->>'workspace_id', case when tg_table_name = 'workspaces' then seen->>'id' end));
        return null;
      end $$`);

    const tables = await db.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1)`,
      [['noted_changes', ...counting]],
    );
    for (const { name } of tables)
      await db.query(
        `create trigger noted after insert or update or delete on ${name} for each row execute function note_change()`,
      );

    return new ChangedRows(db);
  }

  /** Returns the changes since the last call. */
  async take(): Promise<ChangedRow[]> {
    const rows = await this.#db.query<ChangedRow & { n: number }>(
      'select n, tbl, op, workspace from noted_changes where n > $1 order by n',
      [this.#last],
    );
    this.#last = rows.at(-1)?.n ?? this.#last;
    return rows;
  }
}
