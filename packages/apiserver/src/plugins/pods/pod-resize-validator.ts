import {
  addQuantities,
  compareQuantities,
  equalJson,
  forbidden,
  formatQuantity,
  parseQuantity,
  type Quantity,
} from '@kb/apimachinery';
import { podRequests } from '@kb/apimachinery/server';
import type { AdmissionPlugin, WriteAttributes } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { at, own, stringOf } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import { groupResource } from '../../resources/served-resource.ts';
import { forbid } from '../shared/forbid.ts';

const OS_LABEL = 'kubernetes.io/os';

/** PodResizeValidator: a Pod on a node may only request what the node has for Pods, and only on Linux. */
export function podResizeValidator({ store }: Pick<ServerContext, 'store'>): AdmissionPlugin {
  const nodes = store.collection('nodes');
  return {
    name: 'PodResizeValidator',
    resources: ['pods/resize'],
    operations: ['UPDATE'],
    validate: (write) => {
      const name = stringOf(own(write.object.spec, 'nodeName'));
      if (name === '' || equalJson(write.object.spec, write.old?.spec)) return;
      const node = nodes.get('', name)?.object ?? forbid(write, `node ${JSON.stringify(name)} not found`);
      const system = node.metadata.labels?.[OS_LABEL] ?? 'linux';
      if (system !== 'linux') {
        const why = `pod resize is only supported on linux nodes, node "${name}" is "${system}"`;
        refuseResize(write, why, 'UnsupportedPlatform');
      }
      const requests = podRequests(write.object, { of: 'spec' });
      const problems = units.flatMap(([resource, scale]) => {
        const ofContainers = requests.get(resource);
        const overhead = (at(write.object, 'spec', 'overhead', resource) ?? '0') as Quantity;
        const requested = addQuantities(ofContainers ? formatQuantity(ofContainers) : '0', overhead);
        const allocatable = (at(node, 'status', 'allocatable', resource) ?? '0') as Quantity;
        if (compareQuantities(requested, allocatable) <= 0) return [];
        return [`${resource}, requested: ${inUnits(requested, scale)}, allocatable: ${inUnits(allocatable, scale)}`];
      });
      if (problems.length === 0) return;
      const why = `node didn't have enough allocatable resources: ${problems.join('; ')}`;
      refuseResize(write, why, 'NodeCapacity');
    },
  };
}

/** Messages count thousandths of CPUs, and bytes. */
const units: readonly (readonly [resource: string, scale: number])[] = [
  ['cpu', 3],
  ['memory', 0],
];

/** A quantity as a whole number of units of `10 ** -scale`, rounded up. */
function inUnits(quantity: Quantity, scale: number): string {
  const { unscaled, scale: digits } = parseQuantity(quantity);
  const divisor = 10n ** BigInt(Math.max(digits - scale, 0));
  return String((unscaled * 10n ** BigInt(Math.max(scale - digits, 0)) + divisor - 1n) / divisor);
}

function refuseResize({ resource, name }: WriteAttributes, why: string, reason: string): never {
  return refuse(forbidden(groupResource(resource), name, why, [{ reason }]));
}
