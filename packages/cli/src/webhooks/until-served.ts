import { request } from 'node:https';
import { systemClock } from '@kb/client';
import { CliError } from '../cli-error.ts';
import type { CalledPath } from './project-webhooks.ts';

/** How long an operator may take until it serves its webhooks, in milliseconds: the machine may be busy. */
const PATIENCE = 60_000;
const PERIOD = 50;

/**
 * Waits until the operator serves its webhooks at `origin`, and checks that it serves each path. Rejects with a
 * CliError that names what is missing, or when the signal is aborted.
 */
export async function untilServed(
  origin: string,
  { paths, ca, signal }: { readonly paths: readonly CalledPath[]; readonly ca: string; readonly signal: AbortSignal },
): Promise<void> {
  const [first] = paths;
  if (first === undefined) return;
  const deadline = systemClock.now() + PATIENCE;
  let why = '';
  while (systemClock.now() < deadline) {
    signal.throwIfAborted();
    try {
      await statusAt(origin, first.path, ca, signal);
      return await checkPaths(origin, { paths, ca, signal });
    } catch (error) {
      if (error instanceof CliError) throw error;
      why = error instanceof Error ? error.message : String(error);
    }
    await systemClock.sleep(PERIOD, signal);
  }
  throw new CliError(
    'KB_WEBHOOKS_NOT_SERVED',
    `the operator does not serve webhooks at ${origin}, which ${first.by} calls: ${why}`,
    { hint: 'Give runManager the webhooks of the project: runManager({ controllers, webhooks: [ … ] }).' },
  );
}

async function checkPaths(origin: string, { paths, ca, signal }: Parameters<typeof untilServed>[1]): Promise<void> {
  for (const { path, by } of paths) {
    if ((await statusAt(origin, path, ca, signal)) !== 404) continue;
    throw new CliError('KB_WEBHOOKS_NOT_SERVED', `${by} calls ${path}, and the operator serves nothing there`, {
      hint: 'Its log lists the paths that it serves ("Registering webhook"): correct the marker, or add the webhook to runManager.',
    });
  }
}

/** The status of a request that no webhook handles, and no operator logs. */
function statusAt(origin: string, path: string, ca: string, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const host = hostname.replace(/^\[|\]$/g, '');
    const asked = request({ host, port, path, method: 'HEAD', ca, agent: false, servername: 'localhost', signal });
    asked.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.once('error', reject);
    asked.end();
  });
}
