import type { JsonObject } from '@kb/apimachinery';
import { compareUtf8, isJsonObject } from '@kb/apimachinery/codec';
import { at, ensureObject, type FrozenObject, objectsIn } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';
import { sharedParameters } from '../../resources/subresource-options.ts';
import { booleanAt } from '../../resources/field-labels.ts';
import { conditionOf, joined, NONE, text } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStatus, genericStrategy } from '../shared/generic-strategy.ts';
import { isUnset } from '../shared/set-default.ts';

/** Node: a machine that runs pods. A kubelet gives its status when it registers the node. */
export const node: BuiltInKind = {
  group: '',
  kind: 'Node',
  registryName: 'minions',
  defaults: (node) => {
    // The conversion to the internal type creates the list from the single address range.
    const spec = ensureObject(node, 'spec');
    if (spec.podCIDR && isUnset(spec.podCIDRs)) spec.podCIDRs = [spec.podCIDR];
    const status = ensureObject(node, 'status');
    if (isUnset(status.allocatable) && isJsonObject(status.capacity)) status.allocatable = { ...status.capacity };
  },
  strategy: {
    ...genericStrategy,
    prepareForUpdate: (node, old) => {
      node.status = old.status as JsonObject;
    },
    resetFields: [['status']],
    status: genericStatus,
  },
  subresources: {
    proxy: {
      handler: 'proxy',
      options: { kind: 'NodeProxyOptions', parameters: sharedParameters(['path', 'string', 'rFDtV0x9']) },
    },
  },
  columns: columns(
    nameColumn,
    column('Status', nodeStatus),
    column('Roles', ({ metadata }) => joined(nodeRoles(metadata.labels ?? {}))),
    ageColumn,
    column('Version', text('status.nodeInfo.kubeletVersion')),
    column('Internal-IP*', (node) => nodeAddress(node, 'InternalIP')),
    column('External-IP*', (node) => nodeAddress(node, 'ExternalIP')),
    column('OS-Image*', text('status.nodeInfo.osImage', '<unknown>')),
    column('Kernel-Version*', (node) => {
      const [kernel, architecture] = [
        at(node, 'status', 'nodeInfo', 'kernelVersion'),
        at(node, 'status', 'nodeInfo', 'architecture'),
      ];
      if (!kernel) return '<unknown>';
      return architecture ? `${scalarText(kernel)} (${scalarText(architecture)})` : scalarText(kernel);
    }),
    column('Container-Runtime*', text('status.nodeInfo.containerRuntimeVersion', '<unknown>')),
  ),
  fieldLabels: { values: { 'spec.unschedulable': (node) => booleanAt(node, 'spec.unschedulable') } },
};

function nodeStatus(node: FrozenObject): string {
  const ready = conditionOf(node, 'Ready');
  const status = ready ? (ready.status === 'True' ? 'Ready' : 'NotReady') : 'Unknown';
  return at(node, 'spec', 'unschedulable') === true ? `${status},SchedulingDisabled` : status;
}

const ROLE_PREFIX = 'node-role.kubernetes.io/';

function nodeRoles(labels: Readonly<Record<string, string>>): string[] {
  const roles = Object.entries(labels).map(([key, value]) => {
    if (key.startsWith(ROLE_PREFIX)) return key.slice(ROLE_PREFIX.length);
    return key === 'kubernetes.io/role' ? value : '';
  });
  return [...new Set(roles.filter((role) => role !== ''))].sort(compareUtf8);
}

function nodeAddress(node: FrozenObject, wanted: string): string {
  const found = objectsIn(at(node, 'status', 'addresses')).find(({ type }) => type === wanted);
  return typeof found?.address === 'string' ? found.address : NONE;
}
