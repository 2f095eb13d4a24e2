import { at, objectsIn, own, stringOf } from '../../../objects/api-object.ts';
import {
  type CheckPod,
  containersOf,
  counted,
  namesOf,
  plural,
  type PodCheck,
  quoted,
  settersOf,
  sorted,
} from './pod-check.ts';
import { exceptWindows } from './profile-checks.ts';

const textsAt = (container: unknown, list: 'add' | 'drop'): string[] => {
  const found = at(container, 'securityContext', 'capabilities', list);
  return Array.isArray(found) ? found.map(stringOf) : [];
};

/** The containers that add capabilities other than the allowed ones, and which. */
function forbiddenCapabilities(
  spec: unknown,
  allowed: ReadonlySet<string>,
): { readonly names: string[]; readonly capabilities: string[] } {
  const addedBy = (container: unknown): string[] => textsAt(container, 'add').filter((one) => !allowed.has(one));
  return {
    names: namesOf(spec, (container) => addedBy(container).length > 0),
    capabilities: sorted(containersOf(spec).flatMap(({ container }) => addedBy(container))),
  };
}

const defaultCapabilities = new Set(
  'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT'.split(
    ' ',
  ),
);

const capabilities: CheckPod = ({ spec }) => {
  const forbidden = forbiddenCapabilities(spec, defaultCapabilities);
  if (forbidden.names.length === 0) return undefined;
  return { reason: 'non-default capabilities', detail: mustNotAdd(forbidden) };
};

function mustNotAdd({ names, capabilities: added }: ReturnType<typeof forbiddenCapabilities>): string {
  return `${counted('container', names)} must not include ${quoted(added)} in securityContext.capabilities.add`;
}

const boundPorts = new Set(['NET_BIND_SERVICE']);

const droppedCapabilities: CheckPod = ({ spec }) => {
  const keeping = namesOf(spec, (container) => !textsAt(container, 'drop').includes('ALL'));
  const forbidden = forbiddenCapabilities(spec, boundPorts);
  const details = [
    ...(keeping.length > 0
      ? [`${counted('container', keeping)} must set securityContext.capabilities.drop=["ALL"]`]
      : []),
    ...(forbidden.names.length > 0 ? [mustNotAdd(forbidden)] : []),
  ];
  return details.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: details.join('; ') };
};

/** Makes the check of SELinux options with some allowed types besides none. */
function seLinuxOptions(allowed: readonly string[]): CheckPod {
  const optionsOf = (holder: unknown): unknown => at(holder, 'securityContext', 'seLinuxOptions');
  const isSet = (holder: unknown, field: string): boolean => Boolean(own(optionsOf(holder), field));
  const forbiddenType = (holder: unknown): string[] => {
    const type = stringOf(own(optionsOf(holder), 'type'));
    return type === '' || allowed.includes(type) ? [] : [type];
  };
  const isForbidden = (holder: unknown): boolean =>
    forbiddenType(holder).length > 0 || isSet(holder, 'user') || isSet(holder, 'role');
  return ({ spec }) => {
    const setters = settersOf(isForbidden(spec), namesOf(spec, isForbidden));
    if (setters === '') return undefined;
    const holders = [spec, ...containersOf(spec).map(({ container }) => container)];
    const types = sorted(holders.flatMap(forbiddenType));
    const problems = [
      ...(types.length > 0 ? [counted('type', types)] : []),
      ...['user', 'role'].flatMap((field) =>
        holders.some((holder) => isSet(holder, field)) ? [`${field} may not be set`] : [],
      ),
    ];
    return {
      reason: 'seLinuxOptions',
      detail: `${setters} set forbidden securityContext.seLinuxOptions: ${problems.join('; ')}`,
    };
  };
}

/** Makes the check of sysctls with some allowed ones. */
function sysctls(allowed: readonly string[]): CheckPod {
  return ({ spec }) => {
    const names = objectsIn(at(spec, 'securityContext', 'sysctls')).map(({ name }) => stringOf(name));
    const forbidden = names.filter((name) => !allowed.includes(name));
    return forbidden.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: forbidden.join(', ') };
  };
}

const oldTypes = ['container_t', 'container_init_t', 'container_kvm_t'];

const sysctls0 = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
];
const sysctls27 = [...sysctls0, 'net.ipv4.ip_local_reserved_ports'];
const sysctls29 = [
  ...sysctls27,
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
];
const sysctls32 = [...sysctls29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem'];

/** Volumes of other types cannot be used. */
const allowedVolumes = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

/** The types of volumes that messages name, in the order in which they are looked for. */
const knownVolumes =
  'hostPath gcePersistentDisk awsElasticBlockStore gitRepo nfs iscsi glusterfs rbd flexVolume cinder cephfs flocker fc azureFile vsphereVolume quobyte azureDisk photonPersistentDisk portworxVolume scaleIO storageos'.split(
    ' ',
  );

const restrictedVolumes: CheckPod = ({ spec }) => {
  const forbidden = objectsIn(own(spec, 'volumes')).filter(
    (volume) => !allowedVolumes.some((type) => volume[type] !== undefined),
  );
  if (forbidden.length === 0) return undefined;
  const types = sorted(forbidden.map((volume) => knownVolumes.find((type) => volume[type] !== undefined) ?? 'unknown'));
  const volumes = counted(
    'volume',
    forbidden.map(({ name }) => stringOf(name)),
  );
  const verb = forbidden.length === 1 ? 'uses' : 'use';
  return {
    reason: 'restricted volume types',
    detail: `${volumes} ${verb} ${plural('restricted volume type', types.length)} ${quoted(types)}`,
  };
};

/** The checks of capabilities, SELinux, sysctls and volumes. */
export const kernelChecks: readonly PodCheck[] = [
  { id: 'capabilities_baseline', level: 'baseline', versions: [{ from: 0, check: capabilities }] },
  {
    id: 'capabilities_restricted',
    level: 'restricted',
    replaces: 'capabilities_baseline',
    versions: [
      { from: 22, check: droppedCapabilities },
      { from: 25, check: exceptWindows(droppedCapabilities) },
    ],
  },
  {
    id: 'seLinuxOptions',
    level: 'baseline',
    versions: [
      { from: 0, check: seLinuxOptions(oldTypes) },
      { from: 31, check: seLinuxOptions([...oldTypes, 'container_engine_t']) },
    ],
  },
  {
    id: 'sysctls',
    level: 'baseline',
    versions: [
      { from: 0, check: sysctls(sysctls0) },
      { from: 27, check: sysctls(sysctls27) },
      { from: 29, check: sysctls(sysctls29) },
      { from: 32, check: sysctls(sysctls32) },
    ],
  },
  {
    id: 'restrictedVolumes',
    level: 'restricted',
    replaces: 'hostPathVolumes',
    versions: [{ from: 0, check: restrictedVolumes }],
  },
];
