import type {
  AuditStep,
  CompactStep,
  FramesStep,
  RequestStep,
  Sequence,
  SignClaimsStep,
  SignStep,
  Step,
} from './sequence.ts';

/** The paths of some resources, in the sequence's namespace. */
export const configMaps = '/api/v1/namespaces/${NS}/configmaps';
export const pods = '/api/v1/namespaces/${NS}/pods';
export const services = '/api/v1/namespaces/${NS}/services';
export const deployments = '/apis/apps/v1/namespaces/${NS}/deployments';
export const widgets = '/apis/lab.example.com/v1/namespaces/${NS}/widgets';

type Options = Omit<RequestStep, 'method' | 'path' | 'body'>;

export const get = (path: string, options: Options = {}): RequestStep => ({ method: 'GET', path, ...options });
export const post = (path: string, body: unknown, options: Options = {}): RequestStep => ({
  method: 'POST',
  path,
  body,
  ...options,
});
export const put = (path: string, body: unknown, options: Options = {}): RequestStep => ({
  method: 'PUT',
  path,
  body,
  ...options,
});
export const del = (path: string, body?: unknown, options: Options = {}): RequestStep => ({
  method: 'DELETE',
  path,
  ...(body !== undefined && { body }),
  ...options,
});

const patchOf =
  (type: string) =>
  (path: string, body: unknown, options: Options = {}): RequestStep => ({
    method: 'PATCH',
    path,
    body,
    ...options,
    headers: { 'content-type': type, ...options.headers },
  });

export const jsonPatch: (path: string, body: unknown, options?: Options) => RequestStep =
  patchOf('application/json-patch+json');
export const mergePatch: (path: string, body: unknown, options?: Options) => RequestStep =
  patchOf('application/merge-patch+json');
export const strategicPatch: (path: string, body: unknown, options?: Options) => RequestStep = patchOf(
  'application/strategic-merge-patch+json',
);
/** A server-side apply by a manager. */
export const apply = (path: string, manager: string, body: unknown, options: Options = {}): RequestStep =>
  patchOf('application/apply-patch+yaml')(
    `${path}${path.includes('?') ? '&' : '?'}fieldManager=${manager}`,
    body,
    options,
  );

/** The audit events of the requests since the last such step. */
export const auditEvents = (count: number): AuditStep => ({ auditEvents: count });

/** Signs a token for a Secret and the account with the saved uid, and saves it as `as`. */
export const signToken = (
  as: string,
  secretName: string,
  serviceAccount: SignStep['signTokenOf']['serviceAccount'],
): SignStep => ({
  signTokenOf: { secretName, serviceAccount },
  as,
});

/** Signs a token of any claims, with times in seconds from now, and saves it as `as`. */
export const signClaims = (
  as: string,
  claims: object,
  options: Pick<SignClaimsStep, 'times' | 'header'> = {},
): SignClaimsStep => ({
  signClaims: claims,
  as,
  ...options,
});

/**
 * A list that is not compared. Once it returns, the real server's cache, which serves most reads and all watches, has
 * seen all earlier writes.
 */
export const settle = (collection: string): RequestStep => get(`${collection}?limit=1`, { quiet: true });

/** All events of a watch that ends after a second. */
export const watch = (path: string, options: Options = {}): RequestStep =>
  get(`${path}${path.includes('?') ? '&' : '?'}watch=1&timeoutSeconds=1`, options);

/**
 * Opens a watch under a name and continues; {@link frames} returns what arrives. The watch ends after `timeoutSeconds`
 * if the path has it, else with the sequence.
 */
export const startWatch = (name: string, path: string, options: Options = {}): RequestStep =>
  get(`${path}${path.includes('?') ? '&' : '?'}watch=1`, { ...options, background: name });

/**
 * Returns the next `count` frames of a watch that {@link startWatch} opened; without a count all, until the server ends
 * it.
 */
export const frames = (name: string, count?: number, options: Pick<FramesStep, 'save' | 'quiet'> = {}): FramesStep => ({
  framesOf: name,
  ...(count !== undefined && { count }),
  ...options,
});

/**
 * Makes the store forget all states before the last, as it does every five minutes. `paths` are lists of older states;
 * the step waits until they are expired.
 */
export const compact = (...paths: string[]): CompactStep => ({ compact: paths });

export const sequence = (name: string, ...steps: Step[]): Sequence => ({ name, steps });

/** A sequence that reads or changes something outside its namespace: nothing else runs on the server meanwhile. */
export const sequenceAlone = (name: string, ...steps: Step[]): Sequence => ({ name, steps, alone: true });

/** Accept headers. */
export const asTable: Options = { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } };

export const configMap = (name: string, data: unknown = { a: '1' }, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data,
});

export const pod = (name: string, spec: object = {}, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...metadata },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});

export const deployment = (name: string, spec: object = {}, metadata: object = {}): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, ...metadata },
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'c1', image: 'i1' }] } },
    ...spec,
  },
});

export const widget = (name: string, spec: object = { color: 'red' }, rest: object = {}): object => ({
  apiVersion: 'lab.example.com/v1',
  kind: 'Widget',
  metadata: { name },
  spec,
  ...rest,
});
