import type { Cancel, Clock } from '@kb/apimachinery';
import type { ClusterAccess, Credential, TlsMaterial } from '@kb/client';
import { type Milliseconds, minutes, seconds } from '../durations.ts';
import type { Logger } from '../log/logger.ts';
import type { PostedCredentials } from './thread-messages.ts';

/** How often the credentials are looked at. */
const lookEvery: Milliseconds = seconds(10);

/** Options of {@link postCredentials}. */
export interface PostCredentialsOptions {
  readonly access: Pick<ClusterAccess, 'credentials' | 'tls'>;
  readonly clock: Clock;
  /** How long the event loop may stand still. 0: no limit. */
  readonly maxStall: Milliseconds;
  readonly post: (credentials: PostedCredentials) => void;
  readonly log: Logger;
}

/** Credentials that are posted to a thread that cannot obtain them itself. */
export interface CredentialsPosting {
  /** Reports that the server refused the last posted credentials. */
  refused(): void;
  readonly stop: Cancel;
}

/**
 * Posts the credentials of a program or provider, and posts new ones when they change: early enough that the old ones
 * outlast a stall of the event loop. The source gives new ones when half of the old ones' lifetime is over, if that
 * comes first.
 */
export function postCredentials({ access, clock, maxStall, post, log }: PostCredentialsOptions): CredentialsPosting {
  const validFor = (maxStall > 0 ? maxStall : minutes(5)) + 2 * lookEvery;
  let last: { readonly credential: Credential; readonly tls: TlsMaterial } | undefined;
  let cancel: Cancel = () => undefined;
  let stopped = false;

  const look = async (): Promise<void> => {
    try {
      const credential = await access.credentials.current(validFor);
      const tls = await access.tls();
      if (stopped || (last?.credential === credential && last.tls === tls)) return;
      last = { credential, tls };
      post({ headers: credential.headers, tls });
    } catch (error) {
      log.error(error, 'No credentials for leader election');
    }
  };
  const lookAgain = async (): Promise<void> => {
    await look();
    if (!stopped) cancel = clock.after(lookEvery, () => void lookAgain());
  };
  void lookAgain();

  return {
    refused: () => {
      const refusal = async (): Promise<void> => {
        if (last && (await access.credentials.reject(last.credential))) await look();
      };
      refusal().catch((error: unknown) => log.error(error, 'No credentials for leader election'));
    },
    stop: () => {
      stopped = true;
      cancel();
    },
  };
}
