import { compareQuantities, type JsonObject, type Quantity } from '@kb/apimachinery';
import { compareUtf8, isJsonObject } from '@kb/apimachinery/codec';
import type { AdmissionPlugin, WriteAttributes } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import {
  type ApiObject,
  at,
  ensureObject,
  type FrozenObject,
  objectsIn,
  own,
  stringOf,
} from '../../objects/api-object.ts';
import { forbid } from '../shared/forbid.ts';
import { mergeTolerations } from '../shared/merge-tolerations.ts';

/**
 * RuntimeClass: a Pod gets the overhead, the node selector and the tolerations of its class, which must exist; no other
 * Pod has an overhead.
 */
export function runtimeClass({ store }: Pick<ServerContext, 'store'>): AdmissionPlugin {
  const classes = store.collection('node.k8s.io/runtimeclasses');
  const classOf = (write: WriteAttributes): FrozenObject | undefined => {
    const name = own(write.object.spec, 'runtimeClassName');
    if (name === undefined) return undefined;
    const found = classes.get('', stringOf(name));
    return found?.object ?? forbid(write, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`);
  };
  return {
    name: 'RuntimeClass',
    resources: ['pods'],
    operations: ['CREATE'],
    mutate: (write) => {
      const found = classOf(write);
      if (!found) return;
      setOverhead(write, found);
      setScheduling(write, found);
    },
    validate: (write) => {
      const wanted = overheadOf(classOf(write));
      const given = own(write.object.spec, 'overhead');
      if (wanted) {
        if (!equalQuantities(wanted, given)) forbid(write, OTHER_OVERHEAD);
      } else if (given !== undefined)
        forbid(write, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
    },
  };
}

const OTHER_OVERHEAD = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

/** The overhead of a class, by resource; undefined if it defines none. */
function overheadOf(found: FrozenObject | undefined): JsonObject | undefined {
  const overhead = own(found, 'overhead');
  if (!isJsonObject(overhead)) return undefined;
  return isJsonObject(overhead.podFixed) ? overhead.podFixed : {};
}

function setOverhead(write: WriteAttributes, found: FrozenObject): void {
  const wanted = overheadOf(found);
  if (!wanted) return;
  const spec = ensureObject(write.object, 'spec');
  const isGiven = isJsonObject(spec.overhead) && Object.keys(spec.overhead).length > 0;
  if (isGiven && !equalQuantities(wanted, spec.overhead)) forbid(write, OTHER_OVERHEAD);
  spec.overhead = { ...wanted };
}

function equalQuantities(a: JsonObject, b: unknown): boolean {
  const other = isJsonObject(b) ? b : {};
  const names = Object.keys(a);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => {
      const value = own(other, name);
      return value !== undefined && compareQuantities(a[name] as Quantity, value as Quantity) === 0;
    })
  );
}

function setScheduling(write: WriteAttributes, found: FrozenObject): void {
  const scheduling = own(found, 'scheduling');
  if (!isJsonObject(scheduling)) return;
  const { object } = write;
  const spec = ensureObject(object, 'spec');
  const wanted = isJsonObject(scheduling.nodeSelector) ? scheduling.nodeSelector : {};
  for (const key of Object.keys(wanted).sort(compareUtf8)) refuseConflict(write, object, key, stringOf(wanted[key]));
  if (Object.keys(wanted).length > 0) spec.nodeSelector = { ...ensureObject(spec, 'nodeSelector'), ...wanted };
  spec.tolerations = mergeTolerations(objectsIn(spec.tolerations), objectsIn(scheduling.tolerations));
}

function refuseConflict(write: WriteAttributes, pod: ApiObject, key: string, wanted: string): void {
  const given = own(at(pod, 'spec', 'nodeSelector'), key);
  if (given === undefined || given === wanted) return;
  const sides = `runtimeClass.scheduling.nodeSelector[${key}] = ${wanted}; pod.spec.nodeSelector[${key}] = ${stringOf(given)}`;
  forbid(write, `conflict: ${sides}`);
}
