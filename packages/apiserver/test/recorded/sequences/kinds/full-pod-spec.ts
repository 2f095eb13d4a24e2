const probeNumbers = { initialDelaySeconds: 3, terminationGracePeriodSeconds: 9 };

const container = {
  name: 'main',
  image: 'registry.example.com:5000/a/b@sha256:0123456789012345678901234567890123456789012345678901234567890123',
  command: ['/bin/x'],
  args: ['--a', '$(PLAIN)'],
  workingDir: '/w',
  ports: [
    { name: 'http', containerPort: 80 },
    { containerPort: 53, protocol: 'UDP', hostIP: '127.0.0.1' },
  ],
  envFrom: [{ prefix: 'P_', configMapRef: { name: 'cm' } }, { secretRef: { name: 's', optional: true } }],
  env: [
    { name: 'PLAIN', value: 'x' },
    { name: 'EMPTY' },
    { name: 'FIELD', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
    { name: 'RESOURCE', valueFrom: { resourceFieldRef: { containerName: 'main', resource: 'limits.cpu' } } },
    { name: 'CONFIG', valueFrom: { configMapKeyRef: { name: 'cm', key: 'k' } } },
    { name: 'SECRET', valueFrom: { secretKeyRef: { name: 's', key: 'k', optional: false } } },
    { name: 'FILE', valueFrom: { fileKeyRef: { volumeName: 'empty', path: 'f', key: 'K' } } },
  ],
  resources: { limits: { cpu: '1500m', memory: '1024Mi', 'example.com/gpu': 2 }, requests: { cpu: 0.5 } },
  resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }],
  volumeMounts: [
    { name: 'empty', mountPath: '/e', subPath: 'x', readOnly: true },
    { name: 'host', mountPath: '/h', mountPropagation: 'HostToContainer' },
  ],
  volumeDevices: [{ name: 'claim', devicePath: '/dev/x' }],
  livenessProbe: { tcpSocket: { port: 'http' }, ...probeNumbers },
  readinessProbe: { grpc: { port: 9000 }, periodSeconds: 5 },
  startupProbe: { httpGet: { port: 80, httpHeaders: [{ name: 'A', value: 'b' }] }, failureThreshold: 30 },
  lifecycle: { postStart: { exec: { command: ['a'] } }, preStop: { httpGet: { port: 80, path: '/x' } } },
  securityContext: {
    privileged: false,
    runAsUser: 0,
    runAsNonRoot: false,
    readOnlyRootFilesystem: true,
    capabilities: { add: ['NET_ADMIN'], drop: ['ALL'] },
    seccompProfile: { type: 'RuntimeDefault' },
    seLinuxOptions: { level: 's0' },
    procMount: 'Default',
  },
  stdin: true,
  stdinOnce: true,
  tty: true,
  terminationMessagePolicy: 'FallbackToLogsOnError',
};

const labelSelector = { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }] };
const podAffinityTerm = { labelSelector, topologyKey: 'zone', namespaces: ['x'], matchLabelKeys: ['l'] };

/** A pod's spec with one of everything that it may contain. */
export const fullPodSpec: object = {
  activeDeadlineSeconds: 100,
  automountServiceAccountToken: false,
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'Exists' }] }],
      },
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 5, preference: { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] } },
      ],
    },
    podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [podAffinityTerm] },
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: { topologyKey: 'host' } }],
    },
  },
  containers: [container, { name: 'side', image: 'side' }],
  initContainers: [
    { name: 'init', image: 'init:latest' },
    { name: 'sidecar', image: 'sidecar:v1', restartPolicy: 'Always', startupProbe: { exec: { command: ['x'] } } },
  ],
  dnsPolicy: 'None',
  dnsConfig: { nameservers: ['1.2.3.4'], searches: ['a.b'], options: [{ name: 'ndots', value: '5' }, { name: 'x' }] },
  enableServiceLinks: false,
  hostAliases: [{ ip: '1.2.3.4', hostnames: ['a', 'b'] }],
  hostname: 'h',
  subdomain: 'sub',
  setHostnameAsFQDN: true,
  imagePullSecrets: [{ name: 'pull' }],
  nodeSelector: { k: 'v' },
  os: { name: 'linux' },
  readinessGates: [{ conditionType: 'example.com/gate' }],
  securityContext: {
    fsGroup: 5,
    fsGroupChangePolicy: 'OnRootMismatch',
    runAsUser: 1,
    runAsGroup: 2,
    supplementalGroups: [3],
    sysctls: [{ name: 'kernel.shm_rmid_forced', value: '1' }],
    seccompProfile: { type: 'Localhost', localhostProfile: 'p.json' },
  },
  serviceAccountName: 'sa',
  shareProcessNamespace: true,
  terminationGracePeriodSeconds: 5,
  tolerations: [
    { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 },
    { key: 'k', value: 'v', effect: 'NoSchedule' },
  ],
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector },
    { maxSkew: 2, topologyKey: 'host', whenUnsatisfiable: 'ScheduleAnyway', nodeTaintsPolicy: 'Honor' },
  ],
  volumes: [
    { name: 'nothing' },
    { name: 'empty', emptyDir: { medium: 'Memory', sizeLimit: '1024Ki' } },
    { name: 'host', hostPath: { path: '/h' } },
    { name: 'secret', secret: { secretName: 's', items: [{ key: 'k', path: 'p', mode: 256 }] } },
    { name: 'config', configMap: { name: 'cm', optional: true } },
    { name: 'claim', persistentVolumeClaim: { claimName: 'c' } },
    {
      name: 'down',
      downwardAPI: {
        items: [
          { path: 'l', fieldRef: { fieldPath: 'metadata.labels' } },
          { path: 'r', resourceFieldRef: { containerName: 'main', resource: 'limits.memory', divisor: '1Mi' } },
        ],
      },
    },
    {
      name: 'projected',
      projected: {
        sources: [
          { serviceAccountToken: { path: 't' } },
          { configMap: { name: 'cm', items: [{ key: 'a', path: 'a' }] } },
          { secret: { name: 's' } },
          { downwardAPI: { items: [{ path: 'n', fieldRef: { fieldPath: 'metadata.namespace' } }] } },
        ],
      },
    },
    { name: 'nfs', nfs: { server: 'x', path: '/' } },
    { name: 'iscsi', iscsi: { targetPortal: '1.2.3.4', iqn: 'iqn.2001-04.com.example:x', lun: 0 } },
    { name: 'csi', csi: { driver: 'a.b', volumeAttributes: { x: 'y' } } },
    {
      name: 'ephemeral',
      ephemeral: {
        volumeClaimTemplate: {
          metadata: { labels: { a: 'b' } },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      },
    },
    { name: 'image', image: { reference: 'r:latest' } },
    { name: 'fc', fc: { targetWWNs: ['500a0982991b8dc5'], lun: 2 } },
  ],
};

/** Returns a pod template with this spec. */
export const fullTemplate = (labels: object): object => ({
  metadata: { labels, annotations: { t: 'a' }, name: 'ignored' },
  spec: { ...fullPodSpec, activeDeadlineSeconds: undefined },
});

/** Returns the smallest pod template. */
export const template = (labels: object, spec: object = {}): object => ({
  metadata: { labels },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});
