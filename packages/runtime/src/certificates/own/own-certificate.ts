import { type Clock, messageOfThrown } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { checkOptions, finiteMilliseconds, someMilliseconds } from '../../check-options.ts';
import { type Milliseconds, minutes, seconds } from '../../durations.ts';
import { type Logger, silentLogger } from '../../log/logger.ts';
import type { CertificateMetrics } from '../certificate-metrics.ts';
import type { CertificatePair, CertificateSource } from '../certificate-source.ts';
import { createCertificateSecret } from './certificate-secret.ts';
import { injectAuthorities, type WebhookCaller, type WebhookService } from './inject-authorities.ts';
import type { SecretContent } from './secret-content.ts';

/** Options of {@link createOwnCertificate}. */
export interface OwnCertificateOptions {
  readonly client: Pick<Client, 'get' | 'create' | 'update' | 'patch'>;
  readonly clock: Clock;
  /** The name of the Secret, in the namespace of {@link service}. It is created. All replicas share it. */
  readonly secretName: string;
  /** The Service by which webhooks are called: the certificate is for its names. */
  readonly service: WebhookService;
  /** The objects that get the authorities written into them. */
  readonly callers: readonly WebhookCaller[];
  /** How often the Secret and the callers are looked at. Default: 10 seconds. */
  readonly interval?: Milliseconds;
  /** How long callers must have had the authority of a next certificate before it is served. Default: 1 minute. */
  readonly settlingTime?: Milliseconds;
  /** Default: silent. */
  readonly log?: Logger;
  /** Default: not counted. */
  readonly metrics?: CertificateMetrics;
}

/** A certificate that an operator makes and renews itself. */
export interface OwnCertificate extends CertificateSource {
  /**
   * Resolves when there is a certificate that can be served; tries until then. Errors are logged. Resolves too when
   * `signal` is aborted.
   */
  prepare(signal: AbortSignal): Promise<void>;
  /** Looks at the Secret and the callers now, and changes what has to be changed. Errors are logged. */
  refresh(signal: AbortSignal): Promise<void>;
  /** Follows the Secret, renews what it holds, and keeps the callers' authorities right, until `signal` is aborted. */
  start(signal: AbortSignal): Promise<void>;
}

/**
 * Makes the certificate of a webhook server, keeps it in a Secret, and renews it: what cert-manager does for operators
 * that have it. Replicas share the Secret without talking to each other: the first one to write it wins, and the others
 * read what it wrote. The authority of each certificate goes into the `caBundle` of the callers, and stays there until
 * it expires, so that no call fails while certificates change. Needs the permission to create Secrets, to get and
 * update this one, and to get and patch the callers.
 */
export function createOwnCertificate(options: OwnCertificateOptions): OwnCertificate {
  const { client, clock, secretName, service, metrics } = options;
  const { interval = seconds(10), settlingTime = minutes(1) } = options;
  checkOptions('createOwnCertificate', options, { interval: finiteMilliseconds, settlingTime: someMilliseconds });
  const key = { namespace: service.namespace, name: secretName };
  const log = (options.log ?? silentLogger).with({ secret: `${key.namespace}/${key.name}` });
  const errors = onceLogger(log);
  const host = `${service.name}.${service.namespace}.svc`;
  const secret = createCertificateSecret({ client, clock, key, hosts: [host, `${host}.cluster.local`], log });
  const inject = injector(options, log, errors);
  const listeners = new Set<() => void>();
  let served: CertificatePair | undefined;
  /** The next certificate, and since when all callers have been seen to trust it. */
  let trusted: { readonly cert: string; readonly since: number } | undefined;

  const present = (pair: CertificatePair): void => {
    if (served?.cert === pair.cert && served.key === pair.key) return;
    served = pair;
    for (const listener of listeners) listener();
  };
  const isSettled = ({ next }: SecretContent, allTrust: boolean): boolean => {
    if (!next || !allTrust) trusted = undefined;
    else if (trusted?.cert !== next.cert) trusted = { cert: next.cert, since: clock.now() };
    return trusted !== undefined && clock.now() - trusted.since >= settlingTime;
  };
  const refresh = async (signal: AbortSignal): Promise<void> => {
    metrics?.read();
    try {
      const held = await secret.current(signal);
      // First the callers: none should see a certificate that it does not trust yet.
      const allTrust = await inject(held.content.authorities, signal);
      present(held.content.pair);
      if (isSettled(held.content, allTrust)) await secret.promote(held, signal);
      errors.healed('secret');
    } catch (error) {
      if (signal.aborted) return;
      metrics?.readFailed();
      errors.log('secret', error, served ? 'cannot keep the own certificate; the old one is served' : NOT_SERVED);
    }
  };
  const pause = (time: Milliseconds, signal: AbortSignal): Promise<void> =>
    clock.sleep(time, signal).catch(() => undefined);

  return {
    current: () => served,
    subscribe: (changed) => {
      // The same function may be subscribed twice.
      const listener = (): void => changed();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    refresh,
    prepare: async (signal) => {
      while (!signal.aborted) {
        await refresh(signal);
        if (served) return;
        await pause(seconds(1), signal);
      }
    },
    start: async (signal) => {
      while (!signal.aborted) {
        await pause(interval, signal);
        if (!signal.aborted) await refresh(signal);
      }
    },
  };
}

const NOT_SERVED = 'cannot make the own certificate; webhooks are not served yet';

/** Returns what writes authorities into all callers, and resolves with whether each one that exists has them. */
function injector(
  { client, service, callers }: OwnCertificateOptions,
  log: Logger,
  errors: OnceLogger,
): (authorities: string, signal: AbortSignal) => Promise<boolean> {
  return async (authorities, signal) => {
    let all = true;
    for (const caller of callers) {
      const object = `${caller.kind}/${caller.name}`;
      try {
        if (await injectAuthorities(caller, { client, service, authorities, signal }))
          log.info('Updated the authorities of webhooks', { object });
        errors.healed(object);
      } catch (error) {
        all = false;
        if (!signal.aborted) errors.log(object, error, 'cannot write the authorities of webhooks', { object });
      }
    }
    return all;
  };
}

/** Logs each error once: what is looked at again and again also fails again and again. */
interface OnceLogger {
  /** `what`: what failed. Logs nothing if it failed last time too, with the same message. */
  log(what: string, error: unknown, message: string, values?: Readonly<Record<string, string>>): void;
  healed(what: string): void;
}

function onceLogger(log: Logger): OnceLogger {
  const said = new Map<string, string>();
  return {
    log: (what, error, message, values = {}) => {
      const text = messageOfThrown(error);
      if (said.get(what) === text) return;
      said.set(what, text);
      log.error(error, message, values);
    },
    healed: (what) => void said.delete(what),
  };
}
