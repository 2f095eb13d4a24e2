import { messageOfThrown, parseDuration } from '@kb/apimachinery';
import { type LogLevel, parseLogLevel } from '../../log/logger.ts';
import { parseAddress } from '../../serving/address.ts';
import { type FlagDefinition, FlagError, flagsHelp, parseFlags } from './flags.ts';

/** A certificate and its key in files. */
export interface CertificateFiles {
  readonly folder: string;
  readonly certificate: string;
  readonly key: string;
}

/** The names of what a certificate that the operator makes itself depends on. */
export interface OwnCertificateFlags {
  /** The Secret that it is kept in. */
  readonly secret: string;
  /** The Service of the webhooks. */
  readonly service: string;
  /** The namespace of both: the pod's own. */
  readonly namespace: string;
  readonly mutatingConfiguration: string | undefined;
  readonly validatingConfiguration: string | undefined;
}

/** The flags of a manager's command line: those of a kubebuilder project's main.go. */
export interface ManagerFlags {
  /** Undefined: taken from the environment. */
  readonly kubeconfig: string | undefined;
  readonly leaderElect: boolean;
  /** Undefined: the pod's own namespace. */
  readonly leaderElectionNamespace: string | undefined;
  /** How long the event loop may stand still, in milliseconds; undefined: the program's value. */
  readonly maxStall: number | undefined;
  /** In Go's notation; undefined: not served. */
  readonly metricsAddress: string | undefined;
  readonly metricsSecure: boolean;
  /** Undefined: the server makes a certificate itself. */
  readonly metricsCertificate: CertificateFiles | undefined;
  readonly healthProbeAddress: string | undefined;
  readonly webhookAddress: string | undefined;
  /** Undefined: the webhook server's default files. */
  readonly webhookCertificate: CertificateFiles | undefined;
  /** Undefined: the certificate is in files. */
  readonly ownCertificate: OwnCertificateFlags | undefined;
  /** Undefined: taken from the environment. */
  readonly logLevel: LogLevel | undefined;
  readonly logFormat: 'text' | 'json' | undefined;
}

const address = (text: string): string | undefined => {
  try {
    parseAddress(text);
    return undefined;
  } catch (error) {
    return messageOfThrown(error);
  }
};

const duration = (text: string): string | undefined => {
  if (text === '') return undefined;
  const ms = parseDuration(text);
  return ms !== undefined && ms >= 0 ? undefined : 'expected a duration from 0 on, such as 90s or 2m';
};

const logLevel = (text: string): string | undefined =>
  parseLogLevel(text) === undefined ? 'expected debug, info, error, or a number' : undefined;

const logFormat = (text: string): string | undefined =>
  isLogFormat(text) ? undefined : 'expected text (or console), or json';

const isLogFormat = (text: string): text is 'text' | 'console' | 'json' =>
  text === 'text' || text === 'console' || text === 'json';

const definitions = {
  kubeconfig: {
    type: 'string',
    description: "The kubeconfig file. Without it: $KUBECONFIG, the pod's service account, or ~/.kube/config.",
  },
  'leader-elect': {
    type: 'boolean',
    description: 'Elect one replica that works, while the others wait.',
  },
  'leader-election-namespace': {
    type: 'string',
    description: "The namespace of the Lease. Without it: the pod's own.",
  },
  'max-stall': {
    type: 'string',
    description:
      'With --leader-elect: how long the event loop may stand still before the process is ended, such as 90s; 0 for no limit. Without it: the value of the program, or 60s.',
    check: duration,
  },
  'metrics-bind-address': {
    type: 'string',
    description: 'Where the metrics are served, such as :8443; 0 for nowhere.',
    default: '0',
    check: address,
  },
  'metrics-secure': {
    type: 'boolean',
    description:
      'Serve the metrics over HTTPS, and only to authorized clients. --metrics-secure=false: over HTTP, to everyone.',
    default: 'true',
  },
  'metrics-cert-path': {
    type: 'string',
    description: "The folder of the metrics server's certificate. Without it, the server makes one itself.",
  },
  'metrics-cert-name': { type: 'string', description: 'The file of that certificate.', default: 'tls.crt' },
  'metrics-cert-key': { type: 'string', description: 'The file of its key.', default: 'tls.key' },
  'health-probe-bind-address': {
    type: 'string',
    description: 'Where the probes /healthz and /readyz are served, such as :8081; 0 for nowhere.',
    default: '0',
    check: address,
  },
  'webhook-bind-address': {
    type: 'string',
    description:
      'Where webhooks are served, when there are any; 0 for nowhere. Without it: $WEBHOOK_BIND_ADDRESS, or :9443.',
    check: address,
  },
  'webhook-cert-path': {
    type: 'string',
    description:
      "The folder of the webhook server's certificate. Without it: $WEBHOOK_CERT_PATH, or the default folder.",
  },
  'webhook-cert-name': { type: 'string', description: 'The file of that certificate.', default: 'tls.crt' },
  'webhook-cert-key': { type: 'string', description: 'The file of its key.', default: 'tls.key' },
  'webhook-cert-secret': {
    type: 'string',
    description:
      'A Secret for a certificate that the operator makes and renews itself, in place of files. Without it: $WEBHOOK_CERT_SECRET.',
  },
  'webhook-service': {
    type: 'string',
    description: 'With --webhook-cert-secret: the Service of the webhooks. Without it: $WEBHOOK_SERVICE.',
  },
  'mutating-webhook-configuration': {
    type: 'string',
    description:
      "With --webhook-cert-secret: the configuration that gets the certificate's authority. Without it: $MUTATING_WEBHOOK_CONFIGURATION.",
  },
  'validating-webhook-configuration': {
    type: 'string',
    description: 'Like --mutating-webhook-configuration. Without it: $VALIDATING_WEBHOOK_CONFIGURATION.',
  },
  'zap-log-level': {
    type: 'string',
    description: 'The lowest level that is logged: debug, info, error. Without it: $LOG_LEVEL, or info.',
    check: logLevel,
  },
  'zap-encoder': {
    type: 'string',
    description:
      'How lines are written: console (text) or json. Without it: $LOG_FORMAT; text on a terminal, else json.',
    check: logFormat,
  },
  'zap-devel': { type: 'boolean', description: 'Log for development: debug lines too, as text.' },
  'enable-http2': {
    type: 'boolean',
    description: 'Accepted, as in a kubebuilder project, but without effect: servers use HTTP/1.1.',
  },
} as const satisfies Readonly<Record<string, FlagDefinition>>;

/** The environment variables that {@link parseManagerFlags} reads for flags that are not set. */
export type FlagEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the command line, and the environment for flags that are not set. Throws a FlagError that says which part is
 * wrong and why.
 */
export function parseManagerFlags(args: readonly string[], env: FlagEnvironment = {}): ManagerFlags {
  const flags = parseFlags(definitions, args);
  const development = flags['zap-devel'];
  const format = flags['zap-encoder'] || (development ? 'console' : '');
  return {
    kubeconfig: flags.kubeconfig || undefined,
    leaderElect: flags['leader-elect'],
    leaderElectionNamespace: flags['leader-election-namespace'] || undefined,
    maxStall: flags['max-stall'] === '' ? undefined : parseDuration(flags['max-stall']),
    metricsAddress: listening(flags['metrics-bind-address']),
    metricsSecure: flags['metrics-secure'],
    metricsCertificate: filesOf(flags['metrics-cert-path'], flags['metrics-cert-name'], flags['metrics-cert-key']),
    healthProbeAddress: listening(flags['health-probe-bind-address']),
    webhookAddress: listening(flags['webhook-bind-address'] || addressIn(env, 'WEBHOOK_BIND_ADDRESS') || ':9443'),
    webhookCertificate: filesOf(
      flags['webhook-cert-path'] || env.WEBHOOK_CERT_PATH || '',
      flags['webhook-cert-name'],
      flags['webhook-cert-key'],
    ),
    ownCertificate: ownCertificate(flags, env),
    logLevel: parseLogLevel(flags['zap-log-level']) ?? (development ? 'debug' : undefined),
    logFormat: format === '' ? undefined : format === 'json' ? 'json' : 'text',
  };
}

/** What `--help` prints. */
export function managerHelp(): string {
  return `Flags:\n${flagsHelp(definitions)}`;
}

const listening = (text: string): string | undefined => (parseAddress(text) ? text : undefined);

function addressIn(env: FlagEnvironment, name: string): string | undefined {
  const text = env[name];
  const problem = text === undefined ? undefined : address(text);
  if (problem !== undefined) throw new FlagError(`invalid value ${JSON.stringify(text)} of $${name}: ${problem}`);
  return text;
}

function ownCertificate(
  flags: Readonly<Record<keyof typeof definitions, string | boolean>>,
  env: FlagEnvironment,
): OwnCertificateFlags | undefined {
  const named = (flag: keyof typeof definitions, variable: string): string | undefined =>
    String(flags[flag]) || env[variable] || undefined;
  const secret = named('webhook-cert-secret', 'WEBHOOK_CERT_SECRET');
  if (secret === undefined) return undefined;
  const service = named('webhook-service', 'WEBHOOK_SERVICE');
  if (service === undefined) throw new FlagError('--webhook-cert-secret: name the Service by --webhook-service too');
  const namespace = env['POD_NAMESPACE'] || undefined;
  if (namespace === undefined)
    throw new FlagError('--webhook-cert-secret: the environment has no POD_NAMESPACE, the namespace of the pod');
  return {
    secret,
    service,
    namespace,
    mutatingConfiguration: named('mutating-webhook-configuration', 'MUTATING_WEBHOOK_CONFIGURATION'),
    validatingConfiguration: named('validating-webhook-configuration', 'VALIDATING_WEBHOOK_CONFIGURATION'),
  };
}

const filesOf = (folder: string, certificate: string, key: string): CertificateFiles | undefined =>
  folder === '' ? undefined : { folder, certificate, key };
