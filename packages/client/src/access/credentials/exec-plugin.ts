import { type Clock, messageOfThrown, monotonicNow } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { CredentialError } from '../../errors/credential-error.ts';
import type { Environment } from '../../surroundings/environment.ts';
import type { RawExec } from '../kube-config/document/kube-config-shape.ts';
import type { ProgramResult, RunProgram } from '../../surroundings/run-program.ts';
import { type ExecCredential, parseExecCredential } from './exec-credential.ts';
import { bearer, type Identity, type IdentitySource } from './identity.ts';
import { type Lifetime, lifetimeUntil } from './lifetime.ts';

/** Options of {@link execPluginIdentity}. */
export interface ExecPluginOptions {
  readonly exec: RawExec & { readonly apiVersion: string };
  /** Name of the user of the kubeconfig, for messages. */
  readonly user: string;
  /** The cluster information for a plugin that asks for it. */
  readonly cluster: object;
  readonly env: Environment;
  readonly clock: Clock;
  readonly runProgram: RunProgram;
  /** Whether the plugin may prompt the user at a terminal. */
  readonly interactive: boolean;
}

/** How long before its expiry a credential is renewed, in milliseconds; at most a tenth of its lifetime. */
const EXPIRY_MARGIN = 60_000;
/**
 * If a credential is rejected within this many milliseconds after it was issued, it is renewed only once: if the next
 * one is rejected as quickly, renewing does not help.
 */
const MIN_AGE_TO_RENEW = 10_000;

/**
 * Creates the identity source of an exec plugin (`exec` of a kubeconfig's user). Concurrent callers share one run; the
 * credential is used until shortly before it expires, or until the server rejects it. Rejects with a CredentialError.
 */
export function execPluginIdentity(options: ExecPluginOptions): IdentitySource {
  const { clock } = options;
  let held: { readonly identity: Identity; readonly madeAt: number; readonly isOver: Lifetime } | undefined;
  let running: Promise<Identity> | undefined;
  /** Whether the current credential replaced one that was rejected right after it was issued. */
  let wasYoung = false;

  async function run(): Promise<Identity> {
    try {
      const credential = await runPlugin(options);
      const identity = identityOf(credential);
      const isOver = lifetimeUntil(clock, renewalTime(credential, clock.now()));
      held = { identity, madeAt: monotonicNow(clock), isOver };
      return identity;
    } finally {
      running = undefined;
    }
  }

  return {
    current: async (validFor = 0) => {
      if (held === undefined || held.isOver()) return (running ??= run());
      const { identity } = held;
      // The old one is still valid: use it if the renewal fails.
      return held.isOver(validFor) ? (running ??= run()).catch(() => identity) : identity;
    },
    renew: async (refused) => {
      if (held?.identity !== refused) return true;
      const isYoung = monotonicNow(clock) - held.madeAt < MIN_AGE_TO_RENEW;
      if (isYoung && wasYoung) return false;
      wasYoung = isYoung;
      held = undefined;
      return true;
    },
  };
}

function identityOf({ token, certificate, key }: ExecCredential): Identity {
  return {
    ...(token !== undefined && { authorization: bearer(token) }),
    ...(certificate !== undefined && key !== undefined && { certificate, key }),
  };
}

function renewalTime({ expiresAt }: ExecCredential, now: number): number {
  if (expiresAt === undefined) return Number.POSITIVE_INFINITY;
  return expiresAt - Math.min(EXPIRY_MARGIN, Math.max(0, expiresAt - now) / 10);
}

async function runPlugin({
  exec,
  user,
  cluster,
  env,
  runProgram,
  interactive,
}: ExecPluginOptions): Promise<ExecCredential> {
  const { apiVersion, command, args, interactiveMode = 'IfAvailable' } = exec;
  const mayAsk = interactive && interactiveMode !== 'Never';
  if (interactiveMode === 'Always' && !mayAsk)
    throw failure(exec, user, 'it wants to ask at a terminal, and there is none');
  const info = {
    apiVersion,
    kind: 'ExecCredential',
    spec: { interactive: mayAsk, ...(exec.provideClusterInfo && { cluster }) },
  };
  const extra = Object.fromEntries((exec.env ?? []).map(({ name, value }) => [name, value]));
  const programEnv = { ...env, ...extra, KUBERNETES_EXEC_INFO: stringifyJson(info) };
  let result;
  try {
    result = await runProgram(command, args ?? [], { env: programEnv, interactive: mayAsk });
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw failure(exec, user, missing ? 'there is no such program' : String(error), error);
  }
  return readResult(exec, user, result);
}

function readResult(
  exec: ExecPluginOptions['exec'],
  user: string,
  { code, stdout, stderr }: ProgramResult,
): ExecCredential {
  if (code !== 0) {
    const said = stderr.trim().slice(-1000);
    throw failure(
      exec,
      user,
      `it ended with ${code === null ? 'a signal' : `exit code ${code}`}${said === '' ? '' : `: ${said}`}`,
    );
  }
  try {
    return parseExecCredential(stdout, exec.apiVersion);
  } catch (error) {
    throw failure(exec, user, messageOfThrown(error), error);
  }
}

function failure({ command, installHint }: RawExec, user: string, problem: string, cause?: unknown): CredentialError {
  const hint = installHint ? `\n${installHint.trim()}` : '';
  const message = `the credential plugin "${command}" of user "${user}" returned no credential: ${problem}${hint}`;
  return new CredentialError('KB_EXEC_PLUGIN_FAILED', message, cause === undefined ? undefined : { cause });
}
