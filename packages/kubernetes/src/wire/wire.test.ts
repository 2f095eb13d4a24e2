import type {
  DeepReadonly,
  JsonValue,
  KubernetesObject,
  ListMeta,
  ManagedFieldsEntry,
  ObjectInput,
  ObjectMeta,
  ObjectMetaInput,
  Quantity,
  WithQuantities,
} from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { describe, expectTypeOf, test } from 'vitest';
import type { CustomResourceDefinition } from '../apiextensions/v1.ts';
import type { ControllerRevision, Deployment, DeploymentApply, DeploymentList } from '../apps/v1.ts';
import type { Lease } from '../coordination/v1.ts';
import type {
  ConfigMap,
  Container,
  EnvVar,
  LimitRangeItem,
  Namespace,
  PersistentVolumeClaim,
  Pod,
  PodTemplateSpec,
  ResourceRequirements,
  Secret,
  Service,
  ServiceApply,
  ServicePort,
} from '../core/v1.ts';
import type { NetworkPolicyIngressRule } from '../networking/v1.ts';
import type { PodDisruptionBudgetSpec } from '../policy/v1.ts';
import type { DeviceAttribute } from '../resource/v1.ts';

// These are checked by the compiler (`npm run typecheck`); running them shows only that the modules load.
describe('wire types match the wire', () => {
  test('times are RFC 3339 text', () => {
    expectTypeOf<Deployment['metadata']['creationTimestamp']>().toEqualTypeOf<string>();
    expectTypeOf<NonNullable<Pod['status']>['startTime']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<NonNullable<Lease['spec']>['renewTime']>().toEqualTypeOf<string | undefined>();
  });

  test('numbers or text', () => {
    expectTypeOf<ServicePort['targetPort']>().toEqualTypeOf<number | string | undefined>();
    expectTypeOf<PodDisruptionBudgetSpec['minAvailable']>().toEqualTypeOf<number | string | undefined>();
  });

  test('quantities are text', () => {
    expectTypeOf<NonNullable<ResourceRequirements['limits']>>().toEqualTypeOf<{ [key: string]: string }>();
    expectTypeOf<NonNullable<PersistentVolumeClaim['spec']['resources']>['requests']>().toEqualTypeOf<
      { [key: string]: string } | undefined
    >();
  });

  test('quantities may be numbers where a custom resource has the type', () => {
    type Resources = WithQuantities<ResourceRequirements>;
    expectTypeOf<NonNullable<Resources['limits']>>().toEqualTypeOf<{ [key: string]: Quantity }>();
    expectTypeOf<Resources['claims']>().toEqualTypeOf<ResourceRequirements['claims']>();
    type Spec = NonNullable<WithQuantities<PodTemplateSpec>['spec']>;
    expectTypeOf<Spec['containers'][number]['resources']>().toEqualTypeOf<Resources | undefined>();
    expectTypeOf<Spec['overhead']>().toEqualTypeOf<{ [key: string]: Quantity } | undefined>();
    expectTypeOf<Spec['nodeSelector']>().toEqualTypeOf<{ [key: string]: string } | undefined>();
    type EmptyDir = NonNullable<NonNullable<Spec['volumes']>[number]['emptyDir']>;
    expectTypeOf<EmptyDir['sizeLimit']>().toEqualTypeOf<Quantity | undefined>();
    expectTypeOf<EmptyDir['medium']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<WithQuantities<LimitRangeItem>['type']>().toEqualTypeOf<string>();
  });

  test('reserved words have their JSON names', () => {
    expectTypeOf<LimitRangeItem['default']>().toEqualTypeOf<{ [key: string]: string } | undefined>();
    expectTypeOf<LimitRangeItem['type']>().toEqualTypeOf<string>();
    expectTypeOf<LimitRangeItem>().not.toHaveProperty('_default');
    expectTypeOf<NetworkPolicyIngressRule>().toHaveProperty('from');
    expectTypeOf<DeviceAttribute['int']>().toEqualTypeOf<number | bigint | undefined>();
    expectTypeOf<DeviceAttribute['ints']>().toEqualTypeOf<(number | bigint)[] | undefined>();
    expectTypeOf<DeploymentList['metadata']>().toEqualTypeOf<ListMeta>();
    expectTypeOf<DeploymentList['metadata']['continue']>().toEqualTypeOf<string | undefined>();
  });

  test('arbitrary JSON is JSON, not any', () => {
    expectTypeOf<ControllerRevision['data']>().toEqualTypeOf<JsonValue | undefined>();
  });

  test('maps stay maps', () => {
    expectTypeOf<ConfigMap['data']>().toEqualTypeOf<{ [key: string]: string } | undefined>();
    expectTypeOf<Secret['data']>().toEqualTypeOf<{ [key: string]: string } | undefined>();
  });

  test('schemas of custom resources are JsonSchemaProps', () => {
    type Version = CustomResourceDefinition['spec']['versions'][number];
    expectTypeOf<NonNullable<Version['schema']>['openAPIV3Schema']>().toEqualTypeOf<JsonSchemaProps | undefined>();
  });
});

describe('kinds', () => {
  test('are objects as the API server returns them', () => {
    expectTypeOf<Deployment>().toExtend<KubernetesObject>();
    expectTypeOf<Deployment['metadata']>().toEqualTypeOf<ObjectMeta>();
    expectTypeOf<Deployment['spec']['replicas']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Deployment['spec']['template']>().toEqualTypeOf<PodTemplateSpec>();
    expectTypeOf<PodTemplateSpec['metadata']>().toEqualTypeOf<ObjectMetaInput | undefined>();
    expectTypeOf<Service['spec']['clusterIP']>().toEqualTypeOf<string | undefined>();
  });

  test('have a required spec if every valid object has one', () => {
    expectTypeOf<undefined>().not.toExtend<Pod['spec']>();
    expectTypeOf<undefined>().toExtend<Namespace['spec']>();
    expectTypeOf<{ metadata: { name: string } }>().toExtend<ObjectInput<Namespace>>();
    expectTypeOf<{ metadata: { name: string } }>().not.toExtend<ObjectInput<Pod>>();
  });

  test('take parts of other kinds', () => {
    expectTypeOf<Pod['spec']['containers'][number]>().toEqualTypeOf<Container>();
    expectTypeOf<NonNullable<Container['env']>[number]>().toEqualTypeOf<EnvVar>();
  });
});

describe('apply types', () => {
  test('require only the name', () => {
    expectTypeOf<{ metadata: { name: string } }>().toExtend<DeploymentApply>();
    expectTypeOf<{ metadata: object }>().not.toExtend<DeploymentApply>();
    expectTypeOf<{ metadata: { name: string }; spec: { replicas: number } }>().toExtend<DeploymentApply>();
  });

  test('require the keys of list maps', () => {
    type Port = NonNullable<NonNullable<ServiceApply['spec']>['ports']>[number];
    expectTypeOf<{ port: number }>().toExtend<Port>();
    expectTypeOf<{ name: string }>().not.toExtend<Port>();
    type Template = NonNullable<NonNullable<DeploymentApply['spec']>['template']>;
    type ContainerApply = NonNullable<NonNullable<Template['spec']>['containers']>[number];
    expectTypeOf<{ name: string }>().toExtend<ContainerApply>();
    expectTypeOf<{ image: string }>().not.toExtend<ContainerApply>();
    expectTypeOf<{ name: string; env: { value: string }[] }>().not.toExtend<ContainerApply>();
  });

  test('accept objects from the cache', () => {
    expectTypeOf<DeepReadonly<Deployment>['spec']>().toExtend<NonNullable<DeploymentApply['spec']>>();
    expectTypeOf<DeepReadonly<Deployment>['metadata']['labels']>().toExtend<DeploymentApply['metadata']['labels']>();
    expectTypeOf<DeepReadonly<Deployment>['metadata']['ownerReferences']>().toExtend<
      DeploymentApply['metadata']['ownerReferences']
    >();
  });

  test('accept the metadata of an apply, but not that of a read object', () => {
    type Metadata = DeploymentApply['metadata'];
    expectTypeOf<{
      name: string;
      namespace: string;
      labels: { a: string };
      finalizers: string[];
    }>().toExtend<Metadata>();
    // Which object, and which version of it, is meant.
    expectTypeOf<{ name: string; uid: string; resourceVersion: string }>().toExtend<Metadata>();
    expectTypeOf<ObjectMeta>().not.toExtend<Metadata>();
    expectTypeOf<DeepReadonly<ObjectMeta>>().not.toExtend<Metadata>();
    expectTypeOf<Deployment>().not.toExtend<DeploymentApply>();
    // Refused by the server.
    expectTypeOf<{ name: string; managedFields: ManagedFieldsEntry[] }>().not.toExtend<Metadata>();
    expectTypeOf<{ name: string; deletionTimestamp: string }>().not.toExtend<Metadata>();
    expectTypeOf<{ name: string; deletionGracePeriodSeconds: number }>().not.toExtend<Metadata>();
    // Without effect there.
    expectTypeOf<{ name: string; creationTimestamp: string }>().not.toExtend<Metadata>();
    expectTypeOf<{ name: string; generation: number }>().not.toExtend<Metadata>();
    expectTypeOf<{ name: string; selfLink: string }>().not.toExtend<Metadata>();
  });
});
