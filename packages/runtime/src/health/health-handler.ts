import { type HttpRequest, type HttpResponse, messageOfThrown, quoteString } from '@kb/apimachinery';
import type { Logger } from '../log/logger.ts';
import { queryOf } from '../serving/request-path.ts';
import { notFoundResponse, textResponse } from '../serving/text-response.ts';
import { type HealthCheck, type HealthChecks, ping } from './health-check.ts';

/** What a check said. */
interface CheckResult {
  readonly name: string;
  readonly state: 'ok' | 'excluded' | 'failed';
}

/**
 * Answers for checks in controller-runtime's texts. `path` is what follows the endpoint: empty or `/` for all checks together (`?verbose` lists them, `?exclude=name` leaves one out; a failure is
 * always listed, without its reason), `/name` for one of them, which says its reason. Without checks there is one, `ping`.
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
  const failure = await run(check, signal);
  return failure ? textResponse(500, `internal server error: ${failure.reason}\n`) : textResponse(200, 'ok');
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
      const failure = await run(check, signal);
      if (failure) log.debug('healthz check failed', { checker: name, error: failure.reason });
      return { name, state: failure ? 'failed' : 'ok' };
    }),
  );
  results.sort((a, b) => (a.name < b.name ? -1 : 1));
  const failed = results.filter(({ state }) => state === 'failed').map(({ name }) => name);
  if (failed.length === 0 && !query.has('verbose')) return textResponse(200, 'ok');
  if (failed.length > 0) log.info('healthz check failed', { failed });
  const lines = results.map(lineOf);
  if (unknown.length > 0) {
    const names = unknown.map(quoteString).join(',');
    lines.push(`warn: some health checks cannot be excluded: no matches for ${names}`);
  }
  lines.push(failed.length > 0 ? 'healthz check failed' : 'healthz check passed');
  return textResponse(failed.length > 0 ? 500 : 200, `${lines.join('\n')}\n`);
}

function lineOf({ name, state }: CheckResult): string {
  switch (state) {
    case 'ok':
      return `[+]${name} ok`;
    case 'excluded':
      return `[+]${name} excluded: ok`;
    case 'failed':
      // Anybody may ask; who may know more asks for the check itself.
      return `[-]${name} failed: reason withheld`;
  }
}

async function run(check: HealthCheck, signal: AbortSignal): Promise<{ reason: string } | undefined> {
  try {
    await check(signal);
    return undefined;
  } catch (error) {
    return { reason: messageOfThrown(error) };
  }
}

/** A path as Go's path.Clean leaves it, without the slash at its beginning. */
function cleanPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
