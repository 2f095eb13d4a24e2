import { compareUtf8 } from '@kb/apimachinery';
import { at, type FrozenObject, isJsonObject, objectsIn, own } from '../objects/api-object.ts';
import { conditionOf, joined, NONE, stringsIn, text } from './cells.ts';
import { ageColumn, column, columns, nameColumn } from './columns.ts';
import { ageOf } from './duration.ts';
import type { TableColumns } from '../resources/table-columns.ts';
import { scalarText } from '../objects/scalar-text.ts';

const sizeOf = (value: unknown): number => (isJsonObject(value) ? Object.keys(value).length : 0);

/** How Namespaces are shown. */
export const namespaceColumns: TableColumns = columns(nameColumn, column('Status', text('status.phase')), ageColumn);

/** How ConfigMaps are shown. */
export const configMapColumns: TableColumns = columns(
  nameColumn,
  column('Data', (object) => sizeOf(object.data) + sizeOf(object.binaryData)),
  ageColumn,
);

/** How Secrets are shown. */
export const secretColumns: TableColumns = columns(
  nameColumn,
  column('Type', text('type')),
  column('Data', (object) => sizeOf(object.data)),
  ageColumn,
);

/** How Leases are shown. */
export const leaseColumns: TableColumns = columns(nameColumn, column('Holder', text('spec.holderIdentity')), ageColumn);

/** How RoleBindings and ClusterRoleBindings are shown. */
export const roleBindingColumns: TableColumns = columns(
  nameColumn,
  column('Role', (object) => `${scalarText(own(object.roleRef, 'kind'))}/${scalarText(own(object.roleRef, 'name'))}`),
  ageColumn,
  column('Users*', (object) => subjects(object, 'User')),
  column('Groups*', (object) => subjects(object, 'Group')),
  column('ServiceAccounts*', (object) => subjects(object, 'ServiceAccount')),
);

function subjects(object: FrozenObject, wanted: string): string {
  return objectsIn(object.subjects)
    .filter(({ kind }) => kind === wanted)
    .map(({ namespace, name }) =>
      wanted === 'ServiceAccount' ? `${scalarText(namespace ?? '')}/${scalarText(name)}` : scalarText(name),
    )
    .join(', ');
}

/** How Nodes are shown. */
export const nodeColumns: TableColumns = columns(
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
);

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

/** How Events of both groups are shown. */
export const eventColumns: TableColumns = columns(
  column('Last Seen', (event, now) => ageOf(lastSeen(event), now)),
  column('Type', text('type')),
  column('Reason', text('reason')),
  column('Object', (event) => {
    const object = involvedObject(event);
    const kind = scalarText(own(object, 'kind') ?? '').toLowerCase();
    const name = own(object, 'name');
    return name ? `${kind}/${scalarText(name)}` : kind;
  }),
  column('Subobject*', (event) => scalarText(own(involvedObject(event), 'fieldPath') ?? '')),
  column('Source*', (event) => {
    const source = event.source ?? event.deprecatedSource;
    const component = own(source, 'component') || event.reportingComponent || event.reportingController;
    const host = own(source, 'host') || event.reportingInstance;
    return host ? `${scalarText(component ?? '')}, ${scalarText(host)}` : scalarText(component ?? '');
  }),
  column('Message', (event) => scalarText(event.message ?? event.note ?? '').trim()),
  column('First Seen*', (event, now) => ageOf(firstSeen(event), now)),
  column('Count*', (event) => Number(own(event.series, 'count') ?? (event.count || event.deprecatedCount || 1))),
  column('Name*', ({ metadata }) => metadata.name ?? ''),
);

const involvedObject = (event: FrozenObject): unknown => event.involvedObject ?? event.regarding;
const firstSeen = (event: FrozenObject): unknown =>
  event.firstTimestamp ?? event.deprecatedFirstTimestamp ?? event.eventTime;
const lastSeen = (event: FrozenObject): unknown =>
  own(event.series, 'lastObservedTime') ?? event.lastTimestamp ?? event.deprecatedLastTimestamp ?? firstSeen(event);

/** How webhook configurations are shown. */
export const webhookColumns: TableColumns = columns(
  nameColumn,
  column('Webhooks:integer', ({ webhooks }) => objectsIn(webhooks).length),
  ageColumn,
);

/** How PriorityClasses are shown. */
export const priorityClassColumns: TableColumns = columns(
  nameColumn,
  column('Value:integer', (object) => Number(object.value ?? 0)),
  column('Global-Default:boolean', (object) => object.globalDefault === true),
  ageColumn,
  column('PreemptionPolicy', text('preemptionPolicy')),
);

/** How PodDisruptionBudgets are shown. */
export const podDisruptionBudgetColumns: TableColumns = columns(
  nameColumn,
  column('Min Available', text('spec.minAvailable', 'N/A')),
  column('Max Unavailable', text('spec.maxUnavailable', 'N/A')),
  column('Allowed Disruptions:integer', (object) => Number(at(object, 'status', 'disruptionsAllowed') ?? 0)),
  ageColumn,
);

/** How ControllerRevisions are shown. */
export const controllerRevisionColumns: TableColumns = columns(
  nameColumn,
  column('Controller', ({ metadata }) => {
    const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
    if (!owner) return NONE;
    const group = owner.apiVersion.includes('/') ? `.${owner.apiVersion.slice(0, owner.apiVersion.indexOf('/'))}` : '';
    return `${owner.kind.toLowerCase()}${group}/${owner.name}`;
  }),
  column('Revision', (object) => Number(object.revision ?? 0)),
  ageColumn,
);

const accessModes: readonly (readonly [string, string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
];

const modesOf = (value: unknown): string => {
  const given = stringsIn(value);
  return accessModes
    .filter(([mode]) => given.includes(mode))
    .map(([, short]) => short)
    .join(',');
};

/** How PersistentVolumeClaims are shown. */
export const persistentVolumeClaimColumns: TableColumns = columns(
  nameColumn,
  column('Status', (claim) =>
    claim.metadata.deletionTimestamp === undefined ? scalarText(at(claim, 'status', 'phase') ?? '') : 'Terminating',
  ),
  column('Volume', text('spec.volumeName')),
  column('Capacity', (claim) =>
    at(claim, 'spec', 'volumeName') ? scalarText(at(claim, 'status', 'capacity', 'storage') ?? '0') : '',
  ),
  column('Access Modes', (claim) =>
    at(claim, 'spec', 'volumeName') ? modesOf(at(claim, 'status', 'accessModes')) : '',
  ),
  column('StorageClass', (claim) => {
    const annotated = claim.metadata.annotations?.['volume.beta.kubernetes.io/storage-class'];
    return annotated ?? scalarText(at(claim, 'spec', 'storageClassName') ?? '');
  }),
  column('VolumeAttributesClass', text('spec.volumeAttributesClassName', '<unset>')),
  ageColumn,
  column('VolumeMode*', text('spec.volumeMode', '<unset>')),
);

/** How PersistentVolumes are shown. */
export const persistentVolumeColumns: TableColumns = columns(
  nameColumn,
  column('Capacity', text('spec.capacity.storage', '0')),
  column('Access Modes', (volume) => modesOf(at(volume, 'spec', 'accessModes'))),
  column('Reclaim Policy', text('spec.persistentVolumeReclaimPolicy')),
  column('Status', (volume) =>
    volume.metadata.deletionTimestamp === undefined ? scalarText(at(volume, 'status', 'phase') ?? '') : 'Terminating',
  ),
  column('Claim', (volume) => {
    const claim = at(volume, 'spec', 'claimRef');
    return isJsonObject(claim) ? `${scalarText(claim.namespace)}/${scalarText(claim.name)}` : '';
  }),
  column('StorageClass', text('spec.storageClassName')),
  column('VolumeAttributesClass', text('spec.volumeAttributesClassName', '<unset>')),
  column('Reason', text('status.reason')),
  ageColumn,
  column('VolumeMode*', text('spec.volumeMode', '<unset>')),
);

/** How StorageClasses are shown. */
export const storageClassColumns: TableColumns = columns(
  column('Name', ({ metadata }) => {
    const isDefault = ['storageclass.kubernetes.io', 'storageclass.beta.kubernetes.io'].some(
      (prefix) => metadata.annotations?.[`${prefix}/is-default-class`] === 'true',
    );
    return `${metadata.name ?? ''}${isDefault ? ' (default)' : ''}`;
  }),
  column('Provisioner', text('provisioner')),
  column('ReclaimPolicy', text('reclaimPolicy', 'Delete')),
  column('VolumeBindingMode', text('volumeBindingMode', 'Immediate')),
  column('AllowVolumeExpansion', (object) => object.allowVolumeExpansion === true),
  ageColumn,
);
