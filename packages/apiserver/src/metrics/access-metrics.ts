import { exponentialBuckets, type MetricsRegistry } from '@kb/apimachinery/metrics';
import { remembered } from './remembered.ts';

type AuthorizationResult = 'allowed' | 'denied' | 'no-opinion' | 'error';

/** Counts who uses the server, and what they are allowed. */
export interface AccessMetrics {
  /** Counts a request by a user; `undefined` is one with wrong credentials. */
  readonly authenticated: (user: string | undefined, seconds: number) => void;
  readonly authorized: (result: AuthorizationResult, seconds: number) => void;
  /** Counts a request that was authenticated by a certificate that is valid for this many more seconds. */
  readonly certificate: (secondsLeft: number) => void;
}

const secondBounds = exponentialBuckets(0.001, 2, 15);
const HOUR = 3600;
const lifetimeBounds = [0, 0.5, 1, 2, 6, 12, 24, 48, 96, 168, 720, 2160, 4320, 8640].map((hours) => hours * HOUR);

/** Creates the metrics of access in a registry. */
export function createAccessMetrics(registry: MetricsRegistry): AccessMetrics {
  const users = registry.counter({
    name: 'authenticated_user_requests',
    help: 'Requests by user, where all but some system users are counted together.',
    labels: ['username'],
  });
  const lifetimes = registry.histogram({
    name: 'apiserver_client_certificate_expiration_seconds',
    help: 'How long the certificates of clients are still valid, in seconds, at each request.',
    buckets: lifetimeBounds,
  });
  const left = lifetimes.with();
  const byUser = remembered((name: string) => users.with(name));
  const noteAuthentication = outcomes(registry, {
    count: { name: 'authentication_attempts', help: 'Requests by whether their credentials are known.' },
    duration: { name: 'authentication_duration_seconds', help: 'How long authentication takes, in seconds.' },
  });
  const noteAuthorization = outcomes(registry, {
    count: { name: 'authorization_attempts_total', help: 'Requests by whether they are allowed.' },
    duration: { name: 'authorization_duration_seconds', help: 'How long authorization takes, in seconds.' },
  });
  return {
    authenticated: (user, seconds) => {
      if (user !== undefined) byUser(groupOf(user)).inc();
      noteAuthentication(user === undefined ? 'error' : 'success', seconds);
    },
    authorized: noteAuthorization,
    certificate: (seconds) => left.observe(seconds),
  };
}

type NamedFamily = Readonly<Record<'name' | 'help', string>>;

/** Creates two families by result, and returns the function that counts a result and notes how long it took. */
function outcomes(
  registry: MetricsRegistry,
  { count, duration }: { readonly count: NamedFamily; readonly duration: NamedFamily },
): (result: string, seconds: number) => void {
  const labels = ['result'];
  const counts = registry.counter({ ...count, labels });
  const durations = registry.histogram({ ...duration, labels, buckets: secondBounds });
  const seriesOf = remembered((result: string) => ({ count: counts.with(result), duration: durations.with(result) }));
  return (result, seconds) => {
    const series = seriesOf(result);
    series.count.inc();
    series.duration.observe(seconds);
  };
}

const systemUsers = new Set(['admin', 'client', 'kube_proxy', 'kubelet', 'system:serviceaccount:kube-system:default']);

/** The label of a user: there may be any number of users, so most are counted together. */
function groupOf(user: string): string {
  if (systemUsers.has(user)) return user;
  return user.includes('@') ? 'email_id' : 'other';
}
