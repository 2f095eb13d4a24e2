import type { HttpRequest, HttpResponse } from '@kb/apimachinery';
import type { Logger } from '../log/logger.ts';
import { queryOf } from '../serving/request-path.ts';
import { notFoundResponse, textResponse } from '../serving/text-response.ts';
import { type HealthChecks, type NotedCheck, ping } from './health-check.ts';

/** The longest reason that is shown, in UTF-16 units. */
const LONGEST_REASON = 10_000;

/** The result of a check. */
interface CheckResult {
  readonly name: string;
  readonly state: 'ok' | 'excluded' | 'failed';
  readonly note?: string | undefined;
}

/**
 * Runs checks and responds with controller-runtime's texts. `path` is what follows the endpoint: empty or `/` for all
 * checks together (`?verbose` lists them, `?exclude=name` leaves one out; a failure is always listed, without its
 * reason), `/name` for one of them, which shows its reason. Without checks there is one, `ping`.
 */
export async function answerHealth(
  given: HealthChecks,
  path: string,
  request: HttpRequest,
  signal: AbortSignal,
  log: Logger,
): Promise<HttpResponse> {
  const checks = given.size > 0 ? given : new Map([['ping', ping]]);
  const name = cleanPath(path);
  if (name === '') return answerAll(checks, queryOf(request), signal, log);
  const check = checks.get(name);
  if (!check) return notFoundResponse();
  const { reason, note } = await run(check, signal);
  if (reason !== undefined) return textResponse(500, `internal server error: ${reason}\n`);
  return textResponse(200, note === undefined ? 'ok' : `ok (${note})`);
}

async function answerAll(
  checks: HealthChecks,
  query: URLSearchParams,
  signal: AbortSignal,
  log: Logger,
): Promise<HttpResponse> {
  const exclude = new Set(query.getAll('exclude'));
  const unknown = [...exclude].filter((name) => !checks.has(name));
  const results = await Promise.all(
    [...checks].map(async ([name, check]): Promise<CheckResult> => {
      if (exclude.has(name)) return { name, state: 'excluded' };
      const { reason, note } = await run(check, signal);
      if (reason === undefined) return { name, state: 'ok', note };
      log.debug('healthz check failed', { checker: name, error: reason });
      return { name, state: 'failed' };
    }),
  );
  results.sort((a, b) => (a.name < b.name ? -1 : 1));
  const failed = results.filter(({ state }) => state === 'failed').map(({ name }) => name);
  if (failed.length === 0 && !query.has('verbose')) return textResponse(200, 'ok');
  if (failed.length > 0) log.info('healthz check failed', { failed });
  const lines = results.map(lineOf);
  if (unknown.length > 0) {
    const names = unknown.map((name) => JSON.stringify(name)).join(',');
    lines.push(`warn: some health checks cannot be excluded: no matches for ${names}`);
  }
  lines.push(failed.length > 0 ? 'healthz check failed' : 'healthz check passed');
  return textResponse(failed.length > 0 ? 500 : 200, `${lines.join('\n')}\n`);
}

function lineOf({ name, state, note }: CheckResult): string {
  switch (state) {
    case 'ok':
      return note === undefined ? `[+]${name} ok` : `[+]${name} ok (${note})`;
    case 'excluded':
      return `[+]${name} excluded: ok`;
    case 'failed':
      // This endpoint is open to everyone; the path of a single check shows its reason.
      return `[-]${name} failed: reason withheld`;
  }
}

async function run(check: NotedCheck, signal: AbortSignal): Promise<{ reason?: string; note?: string }> {
  try {
    const note = await check(signal);
    return typeof note === 'string' ? { note } : {};
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

/**
 * Describes what a check threw, which may be anything. Without @kb/apimachinery, which the thread that serves probes
 * does not load.
 */
function reasonOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message || thrown.name : thrown).slice(0, LONGEST_REASON);
  } catch {
    return 'what it threw cannot be read';
  }
}

/** Cleans a path as Go's path.Clean does, without the leading slash. */
function cleanPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
