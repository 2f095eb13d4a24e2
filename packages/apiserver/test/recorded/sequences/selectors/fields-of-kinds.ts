import type { Area, Sequence, Step } from '../../sequence.ts';
import { asTable, del, get, pod, post, put, sequence, widget, widgets } from '../../steps.ts';

const quiet = { quiet: true };
const inNamespace = (groupVersion: string, plural: string): string =>
  `/${groupVersion === 'v1' ? 'api' : 'apis'}/${groupVersion}/namespaces/\${NS}/${plural}`;
const inCluster = (groupVersion: string, plural: string): string =>
  `/${groupVersion === 'v1' ? 'api' : 'apis'}/${groupVersion}/${plural}`;

/** Lists with each field selector: the selected objects, or the error. */
const select = (collection: string, selectors: readonly string[]): Step[] =>
  selectors.map((selector) =>
    get(`${collection}?fieldSelector=${selector.replaceAll(/[=!,]/g, encodeURIComponent)}&includeObject=None`, asTable),
  );

/**
 * Returns selectors of one field: equal to its value, not equal to it, equal to the empty string, and equal to another
 * value.
 */
const each = (fields: Readonly<Record<string, string>>): string[] =>
  Object.entries(fields).flatMap(([field, value]) => [
    `${field}=${value}`,
    `${field}!=${value}`,
    ...(value === '' ? [] : [`${field}=`]),
    `${field}=other`,
  ]);

const ofKind = (name: string, collection: string, objects: object[], selectors: readonly string[]): Sequence =>
  sequence(name, ...objects.map((object) => post(collection, object, quiet)), ...select(collection, selectors));

const template = { metadata: { labels: { a: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const reference = {
  kind: 'Pod',
  namespace: '${NS}',
  name: 'p',
  uid: 'u1',
  apiVersion: 'v1',
  resourceVersion: '7',
  fieldPath: 'spec.containers{c}',
};

/**
 * Kinds that support only the fields of every kind; each is listed with those, and with a field that it does not
 * support.
 */
const plain: Readonly<Record<string, string>> = {
  configmaps: inNamespace('v1', 'configmaps'),
  endpoints: inNamespace('v1', 'endpoints'),
  limitranges: inNamespace('v1', 'limitranges'),
  persistentvolumeclaims: inNamespace('v1', 'persistentvolumeclaims'),
  persistentvolumes: inCluster('v1', 'persistentvolumes'),
  podtemplates: inNamespace('v1', 'podtemplates'),
  resourcequotas: inNamespace('v1', 'resourcequotas'),
  serviceaccounts: inNamespace('v1', 'serviceaccounts'),
  deployments: inNamespace('apps/v1', 'deployments'),
  daemonsets: inNamespace('apps/v1', 'daemonsets'),
  replicasets: inNamespace('apps/v1', 'replicasets'),
  statefulsets: inNamespace('apps/v1', 'statefulsets'),
  controllerrevisions: inNamespace('apps/v1', 'controllerrevisions'),
  horizontalpodautoscalers: inNamespace('autoscaling/v2', 'horizontalpodautoscalers'),
  cronjobs: inNamespace('batch/v1', 'cronjobs'),
  leases: inNamespace('coordination.k8s.io/v1', 'leases'),
  endpointslices: inNamespace('discovery.k8s.io/v1', 'endpointslices'),
  ingresses: inNamespace('networking.k8s.io/v1', 'ingresses'),
  ingressclasses: inCluster('networking.k8s.io/v1', 'ingressclasses'),
  networkpolicies: inNamespace('networking.k8s.io/v1', 'networkpolicies'),
  runtimeclasses: inCluster('node.k8s.io/v1', 'runtimeclasses'),
  poddisruptionbudgets: inNamespace('policy/v1', 'poddisruptionbudgets'),
  roles: inNamespace('rbac.authorization.k8s.io/v1', 'roles'),
  rolebindings: inNamespace('rbac.authorization.k8s.io/v1', 'rolebindings'),
  clusterroles: inCluster('rbac.authorization.k8s.io/v1', 'clusterroles'),
  priorityclasses: inCluster('scheduling.k8s.io/v1', 'priorityclasses'),
  storageclasses: inCluster('storage.k8s.io/v1', 'storageclasses'),
  csidrivers: inCluster('storage.k8s.io/v1', 'csidrivers'),
  customresourcedefinitions: inCluster('apiextensions.k8s.io/v1', 'customresourcedefinitions'),
  validatingwebhookconfigurations: inCluster('admissionregistration.k8s.io/v1', 'validatingwebhookconfigurations'),
};

/** The fields that the field selectors of each built-in kind support. */
export const fieldsOfKinds: Area = {
  name: 'fields of kinds',
  sequences: [
    sequence(
      'kinds with no fields of their own',
      ...Object.values(plain).flatMap((collection) => [
        get(`${collection}?fieldSelector=metadata.name%3Dnobody,metadata.namespace%3Dnowhere`),
        get(`${collection}?fieldSelector=status.replicas%3D1`),
      ]),
    ),
    ofKind(
      'fields of pods',
      inNamespace('v1', 'pods'),
      [
        pod('a', { nodeName: 'n1', hostNetwork: true, serviceAccountName: 'sa', schedulerName: 's' }),
        pod('b', { restartPolicy: 'Never' }),
      ],
      each({
        'metadata.name': 'a',
        'metadata.namespace': '${NS}',
        'spec.nodeName': 'n1',
        'spec.host': 'n1',
        'spec.restartPolicy': 'Never',
        'spec.schedulerName': 's',
        'spec.serviceAccountName': 'sa',
        'spec.hostNetwork': 'true',
        'status.phase': 'Pending',
        'status.podIP': '',
        'status.podIPs': '',
        'status.nominatedNodeName': '',
      }).concat([
        'spec.nodeName=n1,status.phase=Pending',
        'spec.hostNetwork=false',
        'spec.bogus=1',
        'spec.containers=1',
      ]),
    ),
    sequence(
      'fields of pods that run',
      post(inNamespace('v1', 'pods'), pod('a'), quiet),
      put(
        `${inNamespace('v1', 'pods')}/a/status`,
        {
          ...pod('a'),
          status: {
            phase: 'Running',
            podIP: '1.2.3.4',
            podIPs: [{ ip: '1.2.3.4' }, { ip: '::1' }],
            nominatedNodeName: 'n2',
          },
        },
        quiet,
      ),
      ...select(
        inNamespace('v1', 'pods'),
        each({
          'status.phase': 'Running',
          'status.podIP': '1.2.3.4',
          'status.podIPs': '1.2.3.4\\,::1',
          'status.nominatedNodeName': 'n2',
        }).concat(['status.podIPs=1.2.3.4,::1', 'status.podIPs=1.2.3.4']),
      ),
    ),
    ofKind(
      'fields of events',
      inNamespace('v1', 'events'),
      [
        {
          metadata: { name: 'a', namespace: '${NS}' },
          involvedObject: reference,
          reason: 'Made',
          type: 'Normal',
          source: { component: 'me' },
        },
        {
          metadata: { name: 'b', namespace: '${NS}' },
          involvedObject: { kind: 'Pod', namespace: '${NS}', name: 'q' },
          reason: 'Gone',
          type: 'Warning',
          reportingComponent: 'them',
          reportingInstance: 'i',
        },
      ],
      each({
        'involvedObject.kind': 'Pod',
        'involvedObject.namespace': '${NS}',
        'involvedObject.name': 'p',
        'involvedObject.uid': 'u1',
        'involvedObject.apiVersion': 'v1',
        'involvedObject.resourceVersion': '7',
        'involvedObject.fieldPath': 'spec.containers{c}',
        reason: 'Made',
        reportingComponent: 'them',
        source: 'me',
        type: 'Normal',
        'metadata.name': 'a',
        'metadata.namespace': '${NS}',
      }).concat(['source=them', 'regarding.name=p', 'reportingController=them', 'bogus=1']),
    ),
    sequence(
      'fields of events of the new group',
      post(
        inNamespace('v1', 'events'),
        {
          metadata: { name: 'a', namespace: '${NS}' },
          involvedObject: reference,
          reason: 'Made',
          type: 'Normal',
          reportingComponent: 'them',
          reportingInstance: 'i',
        },
        quiet,
      ),
      ...select(
        inNamespace('events.k8s.io/v1', 'events'),
        each({
          'regarding.kind': 'Pod',
          'regarding.namespace': '${NS}',
          'regarding.name': 'p',
          'regarding.uid': 'u1',
          'regarding.apiVersion': 'v1',
          'regarding.resourceVersion': '7',
          'regarding.fieldPath': 'spec.containers{c}',
          reason: 'Made',
          reportingController: 'them',
          type: 'Normal',
          'metadata.name': 'a',
          'metadata.namespace': '${NS}',
        }).concat(['involvedObject.name=p', 'reportingComponent=them', 'source=them', 'bogus=1']),
      ),
    ),
    sequence(
      'fields of namespaces',
      ...select('/api/v1/namespaces', [
        'metadata.name=${NS}',
        'metadata.name=${NS},status.phase=Active',
        'metadata.name=${NS},status.phase=Terminating',
        'metadata.name=${NS},status.phase!=Active',
        'metadata.name=${NS},metadata.namespace=${NS}',
        'name=${NS}',
        'bogus=1',
      ]),
    ),
    sequence(
      'fields of nodes',
      post('/api/v1/nodes', { metadata: { name: '${NS}' }, spec: { unschedulable: true } }, quiet),
      post('/api/v1/nodes', { metadata: { name: '${NS}-b' } }, quiet),
      ...select('/api/v1/nodes', [
        'metadata.name=${NS}',
        'metadata.name=${NS},spec.unschedulable=true',
        'metadata.name=${NS},spec.unschedulable=false',
        'metadata.name=${NS},spec.unschedulable=',
        'metadata.name=${NS}-b,spec.unschedulable=false',
        'metadata.name=${NS}-b,spec.unschedulable=',
        'metadata.namespace=',
        'spec.bogus=1',
      ]),
      del('/api/v1/nodes/${NS}', undefined, quiet),
      del('/api/v1/nodes/${NS}-b', undefined, quiet),
    ),
    ofKind(
      'fields of secrets',
      inNamespace('v1', 'secrets'),
      [{ metadata: { name: 'a' } }, { metadata: { name: 'b' }, type: 'my/type' }],
      each({ type: 'my/type', 'metadata.name': 'a', 'metadata.namespace': '${NS}' }).concat([
        'type=Opaque',
        'data.x=1',
      ]),
    ),
    ofKind(
      'fields of services',
      inNamespace('v1', 'services'),
      [
        { metadata: { name: 'a' }, spec: { clusterIP: 'None', ports: [{ port: 80 }] } },
        { metadata: { name: 'b' }, spec: { type: 'ExternalName', externalName: 'x.y' } },
      ],
      each({
        'spec.clusterIP': 'None',
        'spec.type': 'ExternalName',
        'metadata.name': 'a',
        'metadata.namespace': '${NS}',
      }).concat(['spec.type=ClusterIP', 'spec.bogus=1']),
    ),
    ofKind(
      'fields of replication controllers',
      inNamespace('v1', 'replicationcontrollers'),
      [{ metadata: { name: 'a' }, spec: { selector: { a: 'a' }, template } }],
      each({ 'status.replicas': '0', 'metadata.name': 'a', 'metadata.namespace': '${NS}' }).concat(['spec.replicas=1']),
    ),
    sequence(
      'fields of jobs',
      post(
        inNamespace('batch/v1', 'jobs'),
        { metadata: { name: 'a' }, spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } },
        quiet,
      ),
      ...select(
        inNamespace('batch/v1', 'jobs'),
        each({ 'status.successful': '0', 'metadata.name': 'a', 'metadata.namespace': '${NS}' }).concat([
          'status.bogus=1',
        ]),
      ),
    ),
    ofKind(
      'fields of custom objects',
      widgets,
      [widget('r'), widget('g', { color: 'green', size: 3 }), widget('z', { color: 'green', size: 0 })],
      each({ 'spec.color': 'green', 'spec.size': '3', 'metadata.name': 'r', 'metadata.namespace': '${NS}' }).concat([
        'spec.size=0',
        'spec.color=green,spec.size=3',
        'spec.color!=green,spec.size!=3',
        'spec.def=dflt',
        'status.phase=',
      ]),
    ),
  ],
};
