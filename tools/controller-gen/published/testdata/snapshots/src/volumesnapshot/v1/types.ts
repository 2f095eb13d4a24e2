import type { int64, KubernetesObject, ObjectMeta, Quantity, Time } from '@kb/apimachinery';
import type { ObjectReference, PersistentVolumeMode } from '@kb/kubernetes/core/v1';

/** digest:hCix1YRk */
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Namespaced,shortName=vs
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="ReadyToUse",type=boolean,JSONPath=`.status.readyToUse`,description="digest:S_Au0VrF"
// +kubebuilder:printcolumn:name="SourcePVC",type=string,JSONPath=`.spec.source.persistentVolumeClaimName`,description="digest:66wvmZPj"
// +kubebuilder:printcolumn:name="SourceSnapshotContent",type=string,JSONPath=`.spec.source.volumeSnapshotContentName`,description="digest:6Owp6-GA"
// +kubebuilder:printcolumn:name="RestoreSize",type=string,JSONPath=`.status.restoreSize`,description="digest:wyEHOAai"
// +kubebuilder:printcolumn:name="SnapshotClass",type=string,JSONPath=`.spec.volumeSnapshotClassName`,description="digest:m-UjA8_m"
// +kubebuilder:printcolumn:name="SnapshotContent",type=string,JSONPath=`.status.boundVolumeSnapshotContentName`,description="digest:2OX9kBIj"
// +kubebuilder:printcolumn:name="CreationTime",type=date,JSONPath=`.status.creationTime`,description="digest:uY2SoXz0"
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
export interface VolumeSnapshot extends KubernetesObject {
  /** In Go the metadata has a comment, which controller-gen leaves out. */
  // +optional
  metadata: ObjectMeta;
  /** digest:AJrkskdP */
  spec: VolumeSnapshotSpec;
  /** digest:RVUVNhP1 */
  status?: VolumeSnapshotStatus;
}

/** digest:jU56-FOh */
export interface VolumeSnapshotSpec {
  /** digest:oHeTgdrS */
  source: VolumeSnapshotSource;
  /** digest:p1nh8Ht- */
  // +kubebuilder:validation:XValidation:rule="size(self) > 0",message="digest:cfYi_guX"
  volumeSnapshotClassName?: string;
}

/** digest:Mpqxdu8A */
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.persistentVolumeClaimName) || has(self.persistentVolumeClaimName)", message="digest:aGa5xLaC"
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.volumeSnapshotContentName) || has(self.volumeSnapshotContentName)", message="digest:99Ihy6ju"
// +kubebuilder:validation:XValidation:rule="(has(self.volumeSnapshotContentName) && !has(self.persistentVolumeClaimName)) || (!has(self.volumeSnapshotContentName) && has(self.persistentVolumeClaimName))", message="digest:ZDYUe68y"
export interface VolumeSnapshotSource {
  /** digest:ANxvljX3 */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:U7QtDQpn"
  persistentVolumeClaimName?: string;
  /** digest:HHjaVKfY */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:BRHB8hQv"
  volumeSnapshotContentName?: string;
}

/** digest:bnmT7S5o */
export interface VolumeSnapshotStatus {
  /** digest:B8unWaTX */
  boundVolumeSnapshotContentName?: string;
  /** digest:6YuNDKYI */
  creationTime?: Time;
  /** digest:mL4Kxou7 */
  readyToUse?: boolean;
  /** digest:qMMO6HgN */
  restoreSize?: Quantity;
  /** digest:nL4RRuw1 */
  error?: VolumeSnapshotError;
  /** digest:UfG7Jd9- */
  volumeGroupSnapshotName?: string;
}

/** digest:1dRBTiqn */
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster,shortName=vsclass;vsclasses
// +kubebuilder:printcolumn:name="Driver",type=string,JSONPath=`.driver`
// +kubebuilder:printcolumn:name="DeletionPolicy",type=string,JSONPath=`.deletionPolicy`,description="digest:2c4lObpV"
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
export interface VolumeSnapshotClass extends KubernetesObject {
  /** In Go the metadata has a comment, which controller-gen leaves out. */
  // +optional
  metadata: ObjectMeta;
  /** digest:rM-CDfC0 */
  driver: string;
  /** digest:DhT-zD9R */
  parameters?: Record<string, string>;
  /** digest:aJSBQzqg */
  deletionPolicy: DeletionPolicy;
}

/** digest:EHLnTFNW */
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster,shortName=vsc;vscs
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="ReadyToUse",type=boolean,JSONPath=`.status.readyToUse`,description="digest:S_Au0VrF"
// +kubebuilder:printcolumn:name="RestoreSize",type=integer,JSONPath=`.status.restoreSize`,description="digest:FjqouMvv"
// +kubebuilder:printcolumn:name="DeletionPolicy",type=string,JSONPath=`.spec.deletionPolicy`,description="digest:Vt-N5INN"
// +kubebuilder:printcolumn:name="Driver",type=string,JSONPath=`.spec.driver`,description="digest:b2VGu58T"
// +kubebuilder:printcolumn:name="VolumeSnapshotClass",type=string,JSONPath=`.spec.volumeSnapshotClassName`,description="digest:4MlxjfHU"
// +kubebuilder:printcolumn:name="VolumeSnapshot",type=string,JSONPath=`.spec.volumeSnapshotRef.name`,description="digest:8qKMU5RT"
// +kubebuilder:printcolumn:name="VolumeSnapshotNamespace",type=string,JSONPath=`.spec.volumeSnapshotRef.namespace`,description="digest:Am1j_RzP"
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
export interface VolumeSnapshotContent extends KubernetesObject {
  /** In Go the metadata has a comment, which controller-gen leaves out. */
  // +optional
  metadata: ObjectMeta;
  /** digest:smEmzN9Z */
  spec: VolumeSnapshotContentSpec;
  /** digest:fePeQ0zG */
  status?: VolumeSnapshotContentStatus;
}

/** digest:C4yfsr8R */
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.sourceVolumeMode) || has(self.sourceVolumeMode)", message="digest:NgBlW5WS"
export interface VolumeSnapshotContentSpec {
  /** digest:KZ6vNB5o */
  // +kubebuilder:validation:XValidation:rule="has(self.name) && has(self.__namespace__)",message="digest:gwlAP0ce"
  volumeSnapshotRef: ObjectReference;
  /** digest:ZVxU9wI1 */
  deletionPolicy: DeletionPolicy;
  /** digest:DTgoswxK */
  driver: string;
  /** digest:WT1mQGPl */
  volumeSnapshotClassName?: string;
  /** digest:E_1yLGuO */
  source: VolumeSnapshotContentSource;
  /** digest:icN0GVRF */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:4cgScywt"
  sourceVolumeMode?: PersistentVolumeMode;
}

/** digest:2OTUD_2A */
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.volumeHandle) || has(self.volumeHandle)", message="digest:jCisMgU0"
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.snapshotHandle) || has(self.snapshotHandle)", message="digest:g1HOnVE-"
// +kubebuilder:validation:XValidation:rule="(has(self.volumeHandle) && !has(self.snapshotHandle)) || (!has(self.volumeHandle) && has(self.snapshotHandle))", message="digest:zaabcROc"
export interface VolumeSnapshotContentSource {
  /** digest:CDkvsy8Q */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:mc5ffdi0"
  volumeHandle?: string;
  /** digest:NRe8a08N */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:gelIv0Do"
  snapshotHandle?: string;
}

/** digest:OpeCVyIz */
export interface VolumeSnapshotContentStatus {
  /** digest:XXcwhsiu */
  snapshotHandle?: string;
  /** digest:eHhYB4Qy */
  creationTime?: int64;
  /** digest:dfI0l5DU */
  // +kubebuilder:validation:Minimum=0
  restoreSize?: int64;
  /** digest:6xu-oDk4 */
  readyToUse?: boolean;
  /** digest:V8y6C_ZU */
  error?: VolumeSnapshotError;
  /** digest:iR7FwyRN */
  volumeGroupSnapshotHandle?: string;
}

/** digest:bbfSZq-F */
export type DeletionPolicy = 'Delete' | 'Retain';

/** digest:AV-tsLGZ */
export interface VolumeSnapshotError {
  /** digest:KICC2WYI */
  time?: Time;
  /** digest:k2IXUDBy */
  message?: string;
}
