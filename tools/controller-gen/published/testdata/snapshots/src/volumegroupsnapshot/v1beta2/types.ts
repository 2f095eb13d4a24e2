import type { int64, KubernetesObject, Time } from '@kb/apimachinery';
import type { ObjectReference } from '@kb/kubernetes/core/v1';
import type { DeletionPolicy, VolumeSnapshotError } from '../../volumesnapshot/v1/index.ts';
import type { VolumeGroupSnapshotContentSource, VolumeGroupSnapshotSpec } from '../v1beta1/index.ts';

/** digest:h8MAa0Rb */
export interface VolumeGroupSnapshotStatus {
  /** digest:q8f-yFUO */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:aZ9OL6gA"
  boundVolumeGroupSnapshotContentName?: string;
  /** digest:QyQ2h4bG */
  creationTime?: Time;
  /** digest:atj_t9W8 */
  readyToUse?: boolean;
  /** digest:zSmqa7Jy */
  error?: VolumeSnapshotError;
}

/** digest:YeBYG-ZE */
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:resource:scope=Namespaced,shortName=vgs
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="ReadyToUse",type=boolean,JSONPath=`.status.readyToUse`,description="digest:I_M4kEQQ"
// +kubebuilder:printcolumn:name="VolumeGroupSnapshotClass",type=string,JSONPath=`.spec.volumeGroupSnapshotClassName`,description="digest:yWr1Pp25"
// +kubebuilder:printcolumn:name="VolumeGroupSnapshotContent",type=string,JSONPath=`.status.boundVolumeGroupSnapshotContentName`,description="digest:0W3uW5ue"
// +kubebuilder:printcolumn:name="CreationTime",type=date,JSONPath=`.status.creationTime`,description="digest:t_Lhe-nQ"
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
export interface VolumeGroupSnapshot extends KubernetesObject {
  /** digest:XC_pvXnG */
  spec: VolumeGroupSnapshotSpec;
  /** digest:wfka-e9r */
  status?: VolumeGroupSnapshotStatus;
}

/** digest:EruLzzbw */
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:resource:scope=Cluster,shortName=vgsclass;vgsclasses
// +kubebuilder:printcolumn:name="Driver",type=string,JSONPath=`.driver`
// +kubebuilder:printcolumn:name="DeletionPolicy",type=string,JSONPath=`.deletionPolicy`,description="digest:Vp_ReopQ"
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
export interface VolumeGroupSnapshotClass extends KubernetesObject {
  /** digest:-XAEx5VR */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:0IQAVy5l"
  driver: string;
  /** digest:zYSiZ687 */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:Yb3s66UP"
  parameters?: Record<string, string>;
  /** digest:-W8t1Ju3 */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:1ylYiezy"
  deletionPolicy: DeletionPolicy;
}

/** digest:uqpsbxvS */
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:resource:scope=Cluster,shortName=vgsc;vgscs
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="ReadyToUse",type=boolean,JSONPath=`.status.readyToUse`,description="digest:I_M4kEQQ"
// +kubebuilder:printcolumn:name="DeletionPolicy",type=string,JSONPath=`.spec.deletionPolicy`,description="digest:eQE8CPqI"
// +kubebuilder:printcolumn:name="Driver",type=string,JSONPath=`.spec.driver`,description="digest:XZUce1_V"
// +kubebuilder:printcolumn:name="VolumeGroupSnapshotClass",type=string,JSONPath=`.spec.volumeGroupSnapshotClassName`,description="digest:_vyj5ljQ"
// +kubebuilder:printcolumn:name="VolumeGroupSnapshotNamespace",type=string,JSONPath=`.spec.volumeGroupSnapshotRef.namespace`,description="digest:I7QPzn2x"
// +kubebuilder:printcolumn:name="VolumeGroupSnapshot",type=string,JSONPath=`.spec.volumeGroupSnapshotRef.name`,description="digest:lGDOnt6m"
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
export interface VolumeGroupSnapshotContent extends KubernetesObject {
  /** digest:5dNqBxLF */
  spec: VolumeGroupSnapshotContentSpec;
  /** digest:IijrP6a8 */
  status?: VolumeGroupSnapshotContentStatus;
}

/** digest:_C6HX6K5 */
export interface VolumeGroupSnapshotContentSpec {
  /** digest:qB-e0_Bz */
  // +kubebuilder:validation:XValidation:rule="has(self.name) && has(self.__namespace__)",message="digest:ELAb5wT_"
  // +kubebuilder:validation:XValidation:rule="self.name == oldSelf.name && self.__namespace__ == oldSelf.__namespace__",message="digest:upPB2jHX"
  // +kubebuilder:validation:XValidation:rule="!has(oldSelf.uid) || (has(self.uid) && self.uid == oldSelf.uid)",message="digest:6hwwLjUz"
  volumeGroupSnapshotRef: ObjectReference;
  /** digest:6tBZYdqN */
  deletionPolicy: DeletionPolicy;
  /** digest:tog-ZfOt */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:0IQAVy5l"
  driver: string;
  /** digest:49ZHGBYG */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:g2LWwpNx"
  volumeGroupSnapshotClassName?: string;
  /** digest:BgvHhkp6 */
  source: VolumeGroupSnapshotContentSource;
}

/** digest:s00H3cJR */
export interface VolumeSnapshotInfo {
  /** digest:IQjghsFs */
  volumeHandle?: string;
  /** digest:fNvasM_l */
  snapshotHandle?: string;
  /** digest:OMweT6u7 */
  creationTime?: int64;
  /** digest:QrE5eN2m */
  readyToUse?: boolean;
  /** digest:9spnmir6 */
  restoreSize?: int64;
}

/** digest:2XKdw0qb */
export interface VolumeGroupSnapshotContentStatus {
  /** digest:lMg06p4G */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:uHWz36z-"
  volumeGroupSnapshotHandle?: string;
  /** digest:Oez6mjy7 */
  creationTime?: Time;
  /** digest:vn9SpLXX */
  readyToUse?: boolean;
  /** digest:PworFcoy */
  error?: VolumeSnapshotError;
  /** digest:8mACj4U8 */
  volumeSnapshotInfoList?: VolumeSnapshotInfo[];
}
