import {
  badRequest,
  type FieldError,
  fieldInvalid,
  fieldNotSupported,
  invalid,
  type JsonObject,
} from '@kb/apimachinery';
import { refuse } from '../http/api-error.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { dryRunErrors } from '../http/write-options.ts';
import { isJsonObject, own } from '../resources/api-object.ts';
import { readDocument } from './read-object.ts';

/** What becomes of an object's dependents. */
export type Propagation = 'Foreground' | 'Background' | 'Orphan';

/** How to delete: metav1.DeleteOptions. */
export interface DeleteOptions {
  readonly dryRun: boolean;
  readonly gracePeriodSeconds: number | undefined;
  /** Undefined: as the kind does by default. */
  readonly propagation: Propagation | undefined;
  readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string };
  /** `orphanDependents=false` was said explicitly: an object that survives is then answered with 202. */
  readonly asksForBackground: boolean;
}

/** Reads the options of a delete: from the body when there is one, which then is all that counts, else from the query. Throws a StatusError. */
export async function readDeleteOptions(request: ApiRequest): Promise<DeleteOptions> {
  const body = await request.body();
  if (body.length === 0) return checked(fromQuery(request.query));
  const { value } = await readDocument(request, 'DeleteOptions');
  if (!isJsonObject(value)) return refuse(badRequest('expected DeleteOptions'));
  const { kind, apiVersion = 'v1' } = value;
  if (kind !== undefined && kind !== '' && kind !== 'DeleteOptions') {
    refuse(
      badRequest(
        `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`,
      ),
    );
  }
  return checked(value);
}

function fromQuery(query: URLSearchParams): JsonObject {
  const options: JsonObject = {};
  const grace = query.get('gracePeriodSeconds');
  if (grace !== null) {
    if (!/^[-+]?\d+$/.test(grace))
      refuse(badRequest(`strconv.ParseInt: parsing ${JSON.stringify(grace)}: invalid syntax`));
    options.gracePeriodSeconds = Number(grace);
  }
  const propagation = query.get('propagationPolicy');
  if (propagation !== null) options.propagationPolicy = propagation;
  const orphan = query.get('orphanDependents');
  if (orphan !== null) options.orphanDependents = orphan !== 'false' && orphan !== '0';
  if (query.has('dryRun')) options.dryRun = query.getAll('dryRun');
  return options;
}

function checked(options: JsonObject): DeleteOptions {
  const { gracePeriodSeconds, orphanDependents, propagationPolicy } = options;
  const errors: FieldError[] = [];
  const dryRun = Array.isArray(options.dryRun) ? options.dryRun.map(String) : [];
  if (typeof orphanDependents === 'boolean' && typeof propagationPolicy === 'string') {
    errors.push(
      fieldInvalid(
        'propagationPolicy',
        propagationPolicy,
        'orphanDependents and deletionPropagation cannot be both set',
      ),
    );
  } else if (typeof propagationPolicy === 'string' && !isPropagation(propagationPolicy)) {
    errors.push(
      fieldNotSupported('propagationPolicy', propagationPolicy, ['Foreground', 'Background', 'Orphan', 'nil']),
    );
  }
  errors.push(...dryRunErrors(dryRun));
  if (errors.length > 0) refuse(invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors));
  const { uid, resourceVersion } = isJsonObject(options.preconditions) ? options.preconditions : {};
  return {
    dryRun: dryRun.length > 0,
    gracePeriodSeconds: typeof gracePeriodSeconds === 'number' ? gracePeriodSeconds : undefined,
    propagation: propagationOf(propagationPolicy, orphanDependents),
    preconditions: {
      ...(typeof uid === 'string' && { uid }),
      ...(typeof resourceVersion === 'string' && { resourceVersion }),
    },
    asksForBackground: own(options, 'orphanDependents') === false,
  };
}

function propagationOf(policy: unknown, orphanDependents: unknown): Propagation | undefined {
  if (typeof policy === 'string' && isPropagation(policy)) return policy;
  if (orphanDependents === true) return 'Orphan';
  return orphanDependents === false ? 'Background' : undefined;
}

function isPropagation(text: string): text is Propagation {
  return text === 'Foreground' || text === 'Background' || text === 'Orphan';
}
