import type { Area, RequestStep } from '../../sequence.ts';
import { del, sequence, sequenceAlone } from '../../steps.ts';
import { inCluster, inNamespace, row, table, tableOfOne } from './rows.ts';

const claims = inNamespace('persistentvolumeclaims');
const volumes = inCluster('persistentvolumes');
const storage = (plural: string): string => inCluster(plural, 'storage.k8s.io/v1');

const request = { resources: { requests: { storage: '1Gi' } } };
const claim = (name: string, spec: object, status?: object): RequestStep[] =>
  row(claims, name, { spec: { accessModes: ['ReadWriteOnce'], ...request, ...spec } }, status);
const volume = (name: string, spec: object, status?: object): RequestStep[] =>
  row(
    volumes,
    `\${NS}-${name}`,
    { spec: { capacity: { storage: '5Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' }, ...spec } },
    status,
  );
const all = (path: string, ...names: string[]): RequestStep[] =>
  names.map((name) => tableOfOne(path, `\${NS}-${name}`));

/** Tables of volumes, claims, and their classes and drivers. */
export const storageTables: Area = {
  name: 'tables of storage',
  sequences: [
    sequence(
      'table of claims',
      ...claim('pending', {}),
      ...claim('class', { storageClassName: 'fast', volumeMode: 'Block' }),
      ...claim(
        'bound',
        { volumeName: 'v', accessModes: ['ReadWriteMany', 'ReadOnlyMany'] },
        {
          phase: 'Bound',
          capacity: { storage: '5Gi' },
          accessModes: ['ReadWriteMany', 'ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany'],
        },
      ),
      ...claim('not-bound', {}, { phase: 'Lost', capacity: { storage: '5Gi' }, accessModes: ['ReadWriteOnce'] }),
      ...claim(
        'one-pod',
        { volumeName: 'w', accessModes: ['ReadWriteOncePod'] },
        { phase: 'Bound', accessModes: ['ReadWriteOncePod'] },
      ),
      ...claim('attributes', { volumeAttributesClassName: 'gold' }),
      ...row(claims, 'annotated', {
        metadata: { annotations: { 'volume.beta.kubernetes.io/storage-class': 'old' } },
        spec: { accessModes: ['ReadWriteOnce'], ...request },
      }),
      ...row(claims, 'ends', {
        metadata: { finalizers: ['example.com/wait'] },
        spec: { accessModes: ['ReadWriteOnce'], ...request },
      }),
      del(`${claims}/ends`, undefined, { quiet: true }),
      table(claims),
    ),
    sequence(
      'table of volumes',
      ...volume('plain', {}),
      ...volume('bound', { claimRef: { namespace: 'n', name: 'c' }, storageClassName: 'fast' }, { phase: 'Bound' }),
      ...volume(
        'failed',
        { persistentVolumeReclaimPolicy: 'Delete', volumeMode: 'Block' },
        { phase: 'Failed', reason: 'Why' },
      ),
      ...volume('modes', { accessModes: ['ReadWriteMany', 'ReadOnlyMany', 'ReadWriteOnce'] }),
      ...all(volumes, 'plain', 'bound', 'failed', 'modes'),
    ),
    sequenceAlone(
      'table of storage classes',
      ...row(storage('storageclasses'), '${NS}-plain', { provisioner: 'example.com/p' }),
      ...row(storage('storageclasses'), '${NS}-default', {
        metadata: { annotations: { 'storageclass.beta.kubernetes.io/is-default-class': 'true' } },
        provisioner: 'example.com/p',
        reclaimPolicy: 'Retain',
        volumeBindingMode: 'WaitForFirstConsumer',
        allowVolumeExpansion: true,
      }),
      ...all(storage('storageclasses'), 'plain', 'default'),
      del(`${storage('storageclasses')}/\${NS}-default`, undefined, { quiet: true }),
    ),
    sequence(
      'tables of drivers and attachments',
      ...row(storage('csidrivers'), '${NS}-plain', { spec: {} }),
      ...row(storage('csidrivers'), '${NS}-all', {
        spec: {
          attachRequired: false,
          podInfoOnMount: true,
          storageCapacity: true,
          requiresRepublish: true,
          volumeLifecycleModes: ['Persistent', 'Ephemeral'],
          tokenRequests: [{ audience: 'a' }, { audience: 'b' }],
        },
      }),
      ...all(storage('csidrivers'), 'plain', 'all'),
      ...row(storage('csinodes'), '${NS}-plain', { spec: { drivers: [{ name: 'd', nodeID: 'n' }] } }),
      ...row(storage('csinodes'), '${NS}-none', { spec: { drivers: [] } }),
      ...all(storage('csinodes'), 'plain', 'none'),
      ...row(
        storage('volumeattachments'),
        '${NS}-plain',
        { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
        { attached: true },
      ),
      ...all(storage('volumeattachments'), 'plain'),
      ...row(storage('volumeattributesclasses'), '${NS}-plain', { driverName: 'd', parameters: { a: 'b' } }),
      ...all(storage('volumeattributesclasses'), 'plain'),
      ...row(inNamespace('csistoragecapacities', 'storage.k8s.io/v1'), 'plain', { storageClassName: 's' }),
      table(inNamespace('csistoragecapacities', 'storage.k8s.io/v1')),
    ),
  ],
};
