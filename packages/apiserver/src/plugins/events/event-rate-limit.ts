import {
  type Clock,
  fieldInvalid,
  type FieldError,
  fieldNotSupported,
  formatFieldErrors,
  failureStatus,
  type JsonObject,
} from '@kb/apimachinery';
import type { AdmissionPlugin, WriteAttributes } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { objectsIn, own, stringOf } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import { fieldTypes } from '../../serializer/declared-types.ts';
import {
  ConfigurationProblem,
  type ConfigurationType,
  decodeConfiguration,
} from '../configuration/plugin-configurations.ts';

const { int32, list, named } = fieldTypes;
const type: ConfigurationType = {
  apiVersions: ['eventratelimit.admission.k8s.io/v1alpha1'],
  kind: 'Configuration',
  fields: {
    name: 'event-rate-limit',
    goName: 'v1alpha1',
    structs: {
      Configuration: [['limits', list(named('event-rate-limit.Limit'))]],
      Limit: [
        ['type', named('event-rate-limit.LimitType')],
        ['qps', int32],
        ['burst', int32],
        ['cacheSize', int32],
      ],
    },
  },
  isStrict: false,
};

/** What writes of Events have in common that share a limit, by the type of the limit. */
const keys: Readonly<Record<string, (write: WriteAttributes) => string>> = {
  Namespace: ({ namespace }) => namespace,
  Server: () => '',
  SourceAndObject: ({ object }) => {
    const { source, involvedObject } = object as unknown as JsonObject;
    const of = (value: unknown, ...names: string[]): string => names.map((name) => stringOf(own(value, name))).join('');
    return of(source, 'component', 'host') + of(involvedObject, 'kind', 'namespace', 'name', 'uid', 'apiVersion');
  },
  User: ({ caller }) => caller.user.name,
};

/** How many keys of a limit are remembered by default. */
const CACHE_SIZE = 4096;

/** EventRateLimit: refuses Events that come faster than the limits of its configuration allow. */
export function eventRateLimit({ clock }: Pick<ServerContext, 'clock'>, document?: JsonObject): AdmissionPlugin {
  const limits = readLimits(document).map((limit) => createLimit(limit, clock));
  return {
    name: 'EventRateLimit',
    resources: ['events', 'events.events.k8s.io'],
    validate: (write) => {
      if (write.caller.dryRun) return;
      const reached = limits.flatMap((limit) => limit(write) ?? []);
      if (reached.length === 0) return;
      const why = reached.length === 1 ? reached.join() : `[${[...new Set(reached)].join(', ')}]`;
      refuse(failureStatus({ code: 429, reason: 'TooManyRequests', message: `Too many requests: ${why}` }));
    },
  };
}

/** One limit of the configuration. */
interface Limit {
  readonly type: string;
  /** How many Events a second. */
  readonly qps: number;
  /** How many at once. */
  readonly burst: number;
  /** 0: the default. */
  readonly cacheSize: number;
}

function readLimits(document: JsonObject | undefined): Limit[] {
  const { limits } = document === undefined ? {} : decodeConfiguration(document, type);
  const read = objectsIn(limits).map((limit): Limit => ({
    type: stringOf(limit.type),
    qps: Number(limit.qps ?? 0),
    burst: Number(limit.burst ?? 0),
    cacheSize: Number(limit.cacheSize ?? 0),
  }));
  const errors = read.length === 0 ? [fieldInvalid('limits', null, 'must not be empty')] : read.flatMap(errorsOf);
  if (errors.length > 0) throw new ConfigurationProblem(formatFieldErrors(errors));
  return read;
}

function errorsOf({ type: name, qps, burst, cacheSize }: Limit, index: number): FieldError[] {
  const errors: FieldError[] = [];
  const path = `limits[${index}]`;
  if (keys[name] === undefined) errors.push(fieldNotSupported(`${path}.type`, name, Object.keys(keys)));
  if (burst <= 0) errors.push(fieldInvalid(`${path}.burst`, burst, 'must be positive'));
  if (qps <= 0) errors.push(fieldInvalid(`${path}.qps`, qps, 'must be positive'));
  if (name !== 'Server' && cacheSize < 0)
    errors.push(fieldInvalid(`${path}.cacheSize`, cacheSize, 'must not be negative'));
  return errors;
}

/** What is left of a burst, and since when. */
interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** Returns a function that counts a write, and says why it exceeds the limit, if it does. */
function createLimit(
  { type: name, qps, burst, cacheSize }: Limit,
  clock: Clock,
): (write: WriteAttributes) => string | undefined {
  const keyOf = keys[name] ?? ((): string => '');
  const most = cacheSize || CACHE_SIZE;
  /** In the order of their last use. */
  const buckets = new Map<string, Bucket>();
  return (write) => {
    const key = keyOf(write);
    const now = clock.now();
    const { tokens, at } = buckets.get(key) ?? { tokens: burst, at: now };
    const left = Math.min(burst, tokens + ((now - at) / 1000) * qps);
    const isAllowed = left >= 1;
    buckets.delete(key);
    buckets.set(key, { tokens: isAllowed ? left - 1 : left, at: now });
    const [oldest] = buckets.keys();
    if (buckets.size > most && oldest !== undefined) buckets.delete(oldest);
    return isAllowed ? undefined : `limit reached on type ${name} for key ${key}`;
  };
}
