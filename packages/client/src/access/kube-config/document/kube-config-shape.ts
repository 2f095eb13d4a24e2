import { isJsonObject } from '@kb/apimachinery/codec';

/** A parsed kubeconfig document whose shape was checked. */
export interface RawKubeConfig {
  readonly 'current-context'?: string;
  readonly clusters: readonly { readonly name: string; readonly cluster: RawCluster }[];
  readonly contexts: readonly { readonly name: string; readonly context: RawContext }[];
  readonly users: readonly { readonly name: string; readonly user: RawUser }[];
}

/** The settings of a cluster. */
export interface RawCluster {
  readonly server: string;
  readonly 'certificate-authority'?: string;
  readonly 'certificate-authority-data'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  readonly 'tls-server-name'?: string;
  readonly 'proxy-url'?: string;
  readonly 'disable-compression'?: boolean;
  readonly extensions?: readonly { readonly name?: unknown; readonly extension?: unknown }[];
}

/** The settings of a context. */
export interface RawContext {
  readonly cluster: string;
  readonly user?: string;
  readonly namespace?: string;
}

/** The settings of a user. */
export interface RawUser {
  readonly token?: string;
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  readonly 'client-certificate'?: string;
  readonly 'client-certificate-data'?: string;
  readonly 'client-key'?: string;
  readonly 'client-key-data'?: string;
  readonly as?: string;
  readonly 'as-uid'?: string;
  readonly 'as-groups'?: readonly string[];
  readonly 'as-user-extra'?: Readonly<Record<string, readonly string[]>>;
  readonly exec?: RawExec;
  readonly 'auth-provider'?: RawAuthProvider;
}

/** The settings of an auth-provider. */
export interface RawAuthProvider {
  readonly name?: string;
  readonly config?: Readonly<Record<string, string>> | null;
}

/** The settings of an exec plugin. */
export interface RawExec {
  readonly apiVersion?: string;
  readonly command: string;
  readonly args?: readonly string[] | null;
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null;
  readonly installHint?: string;
  readonly provideClusterInfo?: boolean;
  readonly interactiveMode?: 'Never' | 'IfAvailable' | 'Always';
}

/**
 * The error for a document that does not have the shape of a kubeconfig. Its message has the path of the field and what
 * was expected, never a value.
 */
export class KubeConfigShapeError extends Error {
  override readonly name = 'KubeConfigShapeError';
}

type Check = (value: unknown, path: string) => void;

const isType =
  (type: 'string' | 'boolean'): Check =>
  (value, path) => {
    if (typeof value !== type) throw mismatch(path, `a ${type}`, value);
  };

const string = isType('string');
const boolean = isType('boolean');

const nonEmpty: Check = (value, path) => {
  string(value, path);
  if (value === '') throw new KubeConfigShapeError(`${path}: expected a string that is not empty`);
};

const listOf =
  (check: Check): Check =>
  (value, path) => {
    if (!Array.isArray(value)) throw mismatch(path, 'a list', value);
    for (const [index, item] of value.entries()) check(item, `${path}[${index}]`);
  };

const mapOf =
  (check: Check): Check =>
  (value, path) => {
    if (!isJsonObject(value)) throw mismatch(path, 'a map', value);
    for (const [key, item] of Object.entries(value)) check(item, `${path}.${key}`);
  };

/** Checks a map with these fields and any others. As in kubectl, null counts as absent. */
const fields =
  (known: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
  (value, path) => {
    if (!isJsonObject(value)) throw mismatch(path, 'a map', value);
    for (const name of required) {
      if (value[name] === undefined || value[name] === null) {
        throw new KubeConfigShapeError(`${joined(path, name)}: it is missing`);
      }
    }
    for (const [name, check] of Object.entries(known)) {
      const field = value[name];
      if (field !== undefined && field !== null) check(field, joined(path, name));
    }
  };

const oneOf =
  (...choices: readonly string[]): Check =>
  (value, path) => {
    if (typeof value === 'string' && choices.includes(value)) return;
    throw new KubeConfigShapeError(`${path}: expected one of ${choices.join(', ')}`);
  };

const exec = fields(
  {
    apiVersion: string,
    command: nonEmpty,
    args: listOf(string),
    env: listOf(fields({ name: string, value: string }, ['name', 'value'])),
    installHint: string,
    provideClusterInfo: boolean,
    interactiveMode: oneOf('Never', 'IfAvailable', 'Always'),
  },
  ['command'],
);

const user = fields({
  token: string,
  tokenFile: string,
  username: string,
  password: string,
  'client-certificate': string,
  'client-certificate-data': string,
  'client-key': string,
  'client-key-data': string,
  as: string,
  'as-uid': string,
  'as-groups': listOf(string),
  'as-user-extra': mapOf(listOf(string)),
  exec,
  'auth-provider': fields({ name: string, config: mapOf(string) }),
});

const cluster = fields(
  {
    server: nonEmpty,
    'certificate-authority': string,
    'certificate-authority-data': string,
    'insecure-skip-tls-verify': boolean,
    'tls-server-name': string,
    'proxy-url': string,
    'disable-compression': boolean,
    extensions: listOf(fields({})),
  },
  ['server'],
);

const context = fields({ cluster: nonEmpty, user: string, namespace: string }, ['cluster']);

const entries = (kind: string, check: Check): Check =>
  listOf(fields({ name: nonEmpty, [kind]: check }, ['name', kind]));

const document = fields({
  'current-context': string,
  clusters: entries('cluster', cluster),
  contexts: entries('context', context),
  // A user may have no settings.
  users: listOf(fields({ name: nonEmpty, user }, ['name'])),
});

/**
 * Checks that a parsed YAML document has the shape of a kubeconfig, and returns it with absent lists as empty ones.
 * Throws a {@link KubeConfigShapeError}.
 */
export function checkKubeConfigShape(value: unknown): RawKubeConfig {
  document(value ?? {}, '');
  // The check above guarantees this shape.
  const raw = (value ?? {}) as { -readonly [K in keyof RawKubeConfig]?: RawKubeConfig[K] | null };
  const users = (raw.users ?? []).map((entry) => ({ ...entry, user: entry.user ?? {} }));
  const currentContext = raw['current-context'];
  return {
    ...(currentContext && { 'current-context': currentContext }),
    clusters: raw.clusters ?? [],
    contexts: raw.contexts ?? [],
    users,
  };
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function mismatch(path: string, expected: string, value: unknown): KubeConfigShapeError {
  const actual =
    value === null
      ? 'nothing'
      : Array.isArray(value)
        ? 'a list'
        : typeof value === 'object'
          ? 'a map'
          : `a ${typeof value}`;
  const where = path === '' ? 'the document' : path;
  return new KubeConfigShapeError(`${where}: expected ${expected}, got ${actual}`);
}
