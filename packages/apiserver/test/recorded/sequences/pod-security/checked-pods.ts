/** Pods with which a control of the Pod security standards is tried. */
export interface CheckedPods {
  readonly control: string;
  readonly level: 'baseline' | 'restricted';
  /** The versions before and after each change of the control. */
  readonly versions: readonly string[];
  /** By name. */
  readonly pods: Readonly<Record<string, PodParts>>;
}

interface PodParts {
  readonly spec?: object;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Containers a and b, and an init container. */
const three = (a: object, b: object = {}, init: object = {}): { containers: object[]; initContainers: object[] } => ({
  initContainers: [{ name: 'init', image: 'i', ...init }],
  containers: [
    { name: 'a', image: 'i', ...a },
    { name: 'b', image: 'i', ...b },
  ],
});

const context = (securityContext: object): { securityContext: object } => ({ securityContext });

/** What the restricted level requires of a container. */
const restrictedContext = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
};

/** A Pod that the restricted level allows but for what its only container changes. */
const restricted = (change: object, pod: object = {}): object => ({
  containers: [{ name: 'a', image: 'i', securityContext: { ...restrictedContext, ...change } }],
  ...pod,
});

const volumes = (...types: object[]): { volumes: object[] } => ({
  volumes: types.map((type, index) => ({ name: `v${index}`, ...type })),
});

const capabilities = (add: string[], drop: string[] = []): object => context({ capabilities: { add, drop } });

/** Each control of the standards, in the order of their table. */
export const checkedPods: readonly CheckedPods[] = [
  {
    control: 'host processes',
    level: 'baseline',
    versions: ['v1.0', 'latest'],
    pods: {
      fine: { spec: context({ windowsOptions: { hostProcess: false } }) },
      pod: { spec: { hostNetwork: true, ...context({ windowsOptions: { hostProcess: true } }) } },
      containers: {
        spec: {
          hostNetwork: true,
          ...context({ windowsOptions: { hostProcess: true } }),
          ...three(
            context({ windowsOptions: { hostProcess: true } }),
            context({ windowsOptions: { hostProcess: true } }),
            context({ windowsOptions: { hostProcess: true } }),
          ),
        },
      },
    },
  },
  {
    control: 'host namespaces',
    level: 'baseline',
    versions: ['v1.0', 'latest'],
    pods: {
      network: { spec: { hostNetwork: true } },
      all: { spec: { hostNetwork: true, hostPID: true, hostIPC: true } },
      none: { spec: { hostNetwork: false, hostPID: false, hostIPC: false } },
    },
  },
  {
    control: 'privileged containers',
    level: 'baseline',
    versions: ['v1.0', 'latest'],
    pods: {
      one: { spec: three(context({ privileged: true }), context({ privileged: false })) },
      several: { spec: three(context({ privileged: true }), {}, context({ privileged: true })) },
    },
  },
  {
    control: 'capabilities',
    level: 'baseline',
    versions: ['v1.0', 'latest'],
    pods: {
      default: { spec: three(capabilities(['CHOWN', 'KILL', 'SYS_CHROOT'])) },
      one: { spec: three(capabilities(['NET_RAW'])) },
      several: { spec: three(capabilities(['SYS_ADMIN', 'chown']), capabilities(['NET_RAW', 'KILL', 'CAP_KILL'])) },
    },
  },
  {
    control: 'HostPath volumes',
    level: 'baseline',
    versions: ['v1.0', 'latest'],
    pods: {
      one: { spec: volumes({ hostPath: { path: '/a' } }, { emptyDir: {} }) },
      several: { spec: volumes({ hostPath: { path: '/a' } }, { hostPath: { path: '/b', type: 'Directory' } }) },
    },
  },
  {
    control: 'host ports',
    level: 'baseline',
    versions: ['v1.0', 'latest'],
    pods: {
      none: { spec: three({ ports: [{ containerPort: 80, hostPort: 0 }] }) },
      one: { spec: three({ ports: [{ containerPort: 80, hostPort: 80 }] }) },
      several: {
        spec: three(
          {
            ports: [
              { name: 'x', containerPort: 80, hostPort: 9 },
              { name: 'y', containerPort: 81, hostPort: 10 },
            ],
          },
          {},
          { ports: [{ containerPort: 80, hostPort: 9 }] },
        ),
      },
    },
  },
  {
    control: 'hosts of probes and lifecycle handlers',
    level: 'baseline',
    versions: ['v1.33', 'v1.34', 'latest'],
    pods: {
      none: {
        spec: three({ livenessProbe: { httpGet: { port: 80 } }, lifecycle: { preStop: { exec: { command: ['x'] } } } }),
      },
      one: { spec: three({ livenessProbe: { httpGet: { port: 80, host: '10.0.0.1' } } }) },
      several: {
        spec: three(
          {
            livenessProbe: { tcpSocket: { port: 80, host: 'z' } },
            readinessProbe: { httpGet: { port: 80, host: 'a' } },
            startupProbe: { httpGet: { port: 80, host: 'a' } },
          },
          {
            lifecycle: {
              postStart: { tcpSocket: { port: 80, host: 'b' } },
              preStop: { httpGet: { port: 80, host: 'c' } },
            },
          },
        ),
      },
    },
  },
  {
    control: 'AppArmor',
    level: 'baseline',
    versions: ['v1.0', 'latest'],
    pods: {
      fine: {
        spec: {
          ...context({ appArmorProfile: { type: 'RuntimeDefault' } }),
          ...three(context({ appArmorProfile: { type: 'Localhost', localhostProfile: 'x' } })),
        },
      },
      pod: { spec: context({ appArmorProfile: { type: 'Unconfined' } }) },
      containers: {
        spec: {
          ...context({ appArmorProfile: { type: 'Unconfined' } }),
          ...three(
            context({ appArmorProfile: { type: 'Unconfined' } }),
            context({ appArmorProfile: { type: 'Unconfined' } }),
          ),
        },
      },
    },
  },
  {
    control: 'SELinux',
    level: 'baseline',
    versions: ['v1.0', 'v1.30', 'v1.31', 'latest'],
    pods: {
      fine: {
        spec: {
          ...context({ seLinuxOptions: { type: 'container_t', level: 's0' } }),
          ...three(context({ seLinuxOptions: { type: '' } })),
        },
      },
      engine: { spec: context({ seLinuxOptions: { type: 'container_engine_t' } }) },
      user: { spec: context({ seLinuxOptions: { user: 'u' } }) },
      all: {
        spec: {
          ...context({ seLinuxOptions: { type: 'z', user: 'u' } }),
          ...three(
            context({ seLinuxOptions: { type: 'y', role: 'r' } }),
            context({ seLinuxOptions: { type: 'container_kvm_t' } }),
          ),
        },
      },
    },
  },
  {
    control: 'proc mounts',
    level: 'baseline',
    versions: ['v1.0', 'v1.34', 'v1.35', 'latest'],
    pods: {
      default: { spec: three(context({ procMount: 'Default' })) },
      'own-users': {
        spec: { hostUsers: false, ...three(context({ procMount: 'Unmasked' }), context({ procMount: 'Unmasked' })) },
      },
    },
  },
  {
    control: 'proc mounts',
    level: 'restricted',
    versions: ['v1.34', 'v1.35', 'latest'],
    pods: {
      'own-users': { spec: restricted({ procMount: 'Unmasked' }, { hostUsers: false }) },
    },
  },
  {
    control: 'seccomp',
    level: 'baseline',
    versions: ['v1.0', 'v1.18', 'v1.19', 'latest'],
    pods: {
      fine: {
        spec: {
          ...context({ seccompProfile: { type: 'RuntimeDefault' } }),
          ...three(context({ seccompProfile: { type: 'Localhost', localhostProfile: 'x' } })),
        },
      },
      pod: { spec: context({ seccompProfile: { type: 'Unconfined' } }) },
      containers: {
        spec: {
          ...context({ seccompProfile: { type: 'Unconfined' } }),
          ...three(context({ seccompProfile: { type: 'Unconfined' } })),
        },
      },
      annotation: { annotations: { 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' } },
      annotations: {
        spec: three({}),
        annotations: {
          'container.seccomp.security.alpha.kubernetes.io/b': 'unconfined',
          'container.seccomp.security.alpha.kubernetes.io/a': 'docker/default',
          'container.seccomp.security.alpha.kubernetes.io/init': 'unconfined',
          'container.seccomp.security.alpha.kubernetes.io/absent': 'unconfined',
          'seccomp.security.alpha.kubernetes.io/pod': 'runtime/default',
        },
      },
    },
  },
  {
    control: 'sysctls',
    level: 'baseline',
    versions: ['v1.0', 'v1.26', 'v1.27', 'v1.28', 'v1.29', 'v1.31', 'v1.32', 'latest'],
    pods: {
      safe: {
        spec: context({
          sysctls: [
            { name: 'kernel.shm_rmid_forced', value: '1' },
            { name: 'net.ipv4.ping_group_range', value: '1' },
          ],
        }),
      },
      one: { spec: context({ sysctls: [{ name: 'kernel.msgmax', value: '1' }] }) },
      several: {
        spec: context({
          sysctls: [
            { name: 'net.ipv4.tcp_wmem', value: '1' },
            { name: 'net.ipv4.tcp_keepalive_time', value: '1' },
            { name: 'net.ipv4.ip_local_reserved_ports', value: '1' },
            { name: 'kernel.shm_rmid_forced', value: '1' },
          ],
        }),
      },
    },
  },
  {
    control: 'volume types',
    level: 'restricted',
    versions: ['v1.0', 'latest'],
    pods: {
      allowed: {
        spec: restricted(
          {},
          volumes(
            { configMap: { name: 'x' } },
            { emptyDir: {} },
            { secret: { secretName: 'x' } },
            { downwardAPI: { items: [] } },
            { persistentVolumeClaim: { claimName: 'x' } },
            { projected: { sources: [] } },
            { csi: { driver: 'x' } },
            { image: { reference: 'x' } },
            {
              ephemeral: {
                volumeClaimTemplate: {
                  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } },
                },
              },
            },
          ),
        ),
      },
      host: { spec: restricted({}, volumes({ hostPath: { path: '/a' } })) },
      several: {
        spec: restricted(
          {},
          volumes(
            { nfs: { server: 's', path: '/p' } },
            { gitRepo: { repository: 'x' } },
            { iscsi: { targetPortal: '1.2.3.4', iqn: 'iqn.2001-04.com.example:storage', lun: 0 } },
            { nfs: { server: 's', path: '/p' } },
            { awsElasticBlockStore: { volumeID: 'x' } },
            { gcePersistentDisk: { pdName: 'x' } },
            { glusterfs: { endpoints: 'x', path: 'y' } },
            { rbd: { monitors: ['x'], image: 'y' } },
            { flexVolume: { driver: 'x' } },
            { cinder: { volumeID: 'x' } },
            { cephfs: { monitors: ['x'] } },
            { flocker: { datasetName: 'x' } },
            { fc: { targetWWNs: ['x'], lun: 1 } },
            { azureFile: { secretName: 'x', shareName: 'y' } },
            { vsphereVolume: { volumePath: 'x' } },
            { quobyte: { registry: 'x:1', volume: 'y' } },
            { azureDisk: { diskName: 'x', diskURI: 'https://blob/x.vhd' } },
            { photonPersistentDisk: { pdID: 'x' } },
            { portworxVolume: { volumeID: 'x' } },
            { scaleIO: { gateway: 'x', system: 'y', secretRef: { name: 'z' }, volumeName: 'v' } },
            { storageos: { volumeName: 'x' } },
          ),
        ),
      },
    },
  },
  {
    control: 'privilege escalation',
    level: 'restricted',
    versions: ['v1.7', 'v1.8', 'v1.24', 'v1.25', 'latest'],
    pods: {
      unset: { spec: restricted({ allowPrivilegeEscalation: undefined }) },
      set: {
        spec: {
          ...restricted({}),
          ...three(context({ ...restrictedContext, allowPrivilegeEscalation: true }), context(restrictedContext)),
        },
      },
      windows: { spec: { os: { name: 'windows' }, ...three(context({ runAsNonRoot: true })) } },
    },
  },
  {
    control: 'running as non-root',
    level: 'restricted',
    versions: ['v1.0', 'v1.34', 'v1.35', 'latest'],
    pods: {
      unset: { spec: restricted({ runAsNonRoot: undefined }) },
      pod: { spec: restricted({ runAsNonRoot: undefined }, context({ runAsNonRoot: true })) },
      forbidden: { spec: restricted({ runAsNonRoot: false }, context({ runAsNonRoot: false })) },
      overridden: {
        spec: {
          ...context({ runAsNonRoot: false }),
          ...three(
            context(restrictedContext),
            context({ ...restrictedContext, runAsNonRoot: false }),
            context(restrictedContext),
          ),
        },
      },
      'own-users': { spec: restricted({ runAsNonRoot: false }, { hostUsers: false }) },
    },
  },
  {
    control: 'running as a non-root user',
    level: 'restricted',
    versions: ['v1.22', 'v1.23', 'v1.34', 'v1.35', 'latest'],
    pods: {
      other: { spec: restricted({ runAsUser: 1 }) },
      root: { spec: restricted({ runAsUser: 0 }) },
      pod: { spec: restricted({ runAsUser: 0 }, context({ runAsUser: 0 })) },
      'own-users': { spec: restricted({ runAsUser: 0 }, { hostUsers: false }) },
    },
  },
  {
    control: 'seccomp',
    level: 'restricted',
    versions: ['v1.18', 'v1.19', 'v1.24', 'v1.25', 'latest'],
    pods: {
      unset: { spec: restricted({ seccompProfile: undefined }) },
      pod: { spec: restricted({ seccompProfile: undefined }, context({ seccompProfile: { type: 'RuntimeDefault' } })) },
      forbidden: {
        spec: restricted(
          { seccompProfile: { type: 'Unconfined' } },
          context({ seccompProfile: { type: 'Unconfined' } }),
        ),
      },
      windows: { spec: { os: { name: 'windows' }, ...three(context({ runAsNonRoot: true })) } },
    },
  },
  {
    control: 'capabilities',
    level: 'restricted',
    versions: ['v1.21', 'v1.22', 'v1.24', 'v1.25', 'latest'],
    pods: {
      ports: { spec: restricted({ capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } }) },
      kept: { spec: restricted({ capabilities: undefined }) },
      added: { spec: restricted({ capabilities: { drop: ['all', 'KILL'], add: ['CHOWN', 'BPF'] } }) },
      windows: { spec: { os: { name: 'windows' }, ...three(context({ runAsNonRoot: true })) } },
    },
  },
  {
    control: 'all at once',
    level: 'restricted',
    versions: ['v1.0', 'v1.19', 'v1.25', 'v1.36', 'v1.99'],
    pods: {
      plain: {},
      worst: {
        spec: {
          hostNetwork: true,
          hostPID: true,
          ...context({
            runAsUser: 0,
            seccompProfile: { type: 'Unconfined' },
            sysctls: [{ name: 'x', value: '1' }],
            seLinuxOptions: { role: 'r' },
          }),
          ...volumes({ hostPath: { path: '/' } }),
          ...three({
            ...context({ privileged: true, capabilities: { add: ['NET_RAW'] } }),
            ports: [{ containerPort: 1, hostPort: 1 }],
          }),
        },
      },
    },
  },
];
