import type { KubernetesObject, Time } from '@kb/apimachinery';
import type { ObjectReference } from '@kb/kubernetes/core/v1';
import type { LabelSelector } from '@kb/kubernetes/meta/v1';
import type { DeletionPolicy, VolumeSnapshotError } from '../../volumesnapshot/v1/index.ts';

/** digest:lTehNVp2 */
export interface VolumeGroupSnapshotSpec {
  /** digest:0SJKpfEU */
  source: VolumeGroupSnapshotSource;
  /** digest:rqKD0BWL */
  // +kubebuilder:validation:XValidation:rule="size(self) > 0",message="digest:64_bo9kd"
  volumeGroupSnapshotClassName?: string;
}

/** digest:iybnh17e */
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.selector) || has(self.selector)", message="digest:ytMW_Ks8"
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.volumeGroupSnapshotContentName) || has(self.volumeGroupSnapshotContentName)", message="digest:9P7vFcj6"
// +kubebuilder:validation:XValidation:rule="(has(self.selector) && !has(self.volumeGroupSnapshotContentName)) || (!has(self.selector) && has(self.volumeGroupSnapshotContentName))", message="digest:1qDCxl_B"
export interface VolumeGroupSnapshotSource {
  /** digest:NWmoDzwX */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:DhwiJ5gh"
  selector?: LabelSelector;
  /** digest:BUV5ZfgX */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:MPWJWnn7"
  volumeGroupSnapshotContentName?: string;
}

/** digest:h8MAa0Rb */
export interface VolumeGroupSnapshotStatus {
  /** digest:q8f-yFUO */
  boundVolumeGroupSnapshotContentName?: string;
  /** digest:PK8Hht2C */
  creationTime?: Time;
  /** digest:atj_t9W8 */
  readyToUse?: boolean;
  /** digest:zSmqa7Jy */
  error?: VolumeSnapshotError;
}

/** digest:YeBYG-ZE */
// +kubebuilder:object:root=true
// +kubebuilder:deprecatedversion
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
// +kubebuilder:deprecatedversion
// +kubebuilder:resource:scope=Cluster,shortName=vgsclass;vgsclasses
// +kubebuilder:printcolumn:name="Driver",type=string,JSONPath=`.driver`
// +kubebuilder:printcolumn:name="DeletionPolicy",type=string,JSONPath=`.deletionPolicy`,description="digest:Vp_ReopQ"
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
export interface VolumeGroupSnapshotClass extends KubernetesObject {
  /** digest:-XAEx5VR */
  driver: string;
  /** digest:zYSiZ687 */
  parameters?: Record<string, string>;
  /** digest:-W8t1Ju3 */
  deletionPolicy: DeletionPolicy;
}

/** digest:uqpsbxvS */
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster,shortName=vgsc;vgscs
// +kubebuilder:deprecatedversion
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
  volumeGroupSnapshotRef: ObjectReference;
  /** digest:6tBZYdqN */
  deletionPolicy: DeletionPolicy;
  /** digest:tog-ZfOt */
  driver: string;
  /** digest:49ZHGBYG */
  volumeGroupSnapshotClassName?: string;
  /** digest:BgvHhkp6 */
  source: VolumeGroupSnapshotContentSource;
}

/** digest:2XKdw0qb */
export interface VolumeGroupSnapshotContentStatus {
  /** digest:lMg06p4G */
  volumeGroupSnapshotHandle?: string;
  /** digest:1Y-Gun-5 */
  creationTime?: Time;
  /** digest:vn9SpLXX */
  readyToUse?: boolean;
  /** digest:PworFcoy */
  error?: VolumeSnapshotError;
  /** digest:MVEIj34_ */
  volumeSnapshotHandlePairList?: VolumeSnapshotHandlePair[];
}

/** digest:qbzT00jn */
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.volumeHandles) || has(self.volumeHandles)", message="digest:C0_Jv_Sf"
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.groupSnapshotHandles) || has(self.groupSnapshotHandles)", message="digest:B3mGubbl"
// +kubebuilder:validation:XValidation:rule="(has(self.volumeHandles) && !has(self.groupSnapshotHandles)) || (!has(self.volumeHandles) && has(self.groupSnapshotHandles))", message="digest:86KvoM7Y"
export interface VolumeGroupSnapshotContentSource {
  /** digest:RkVJivEo */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:9MBo5HGg"
  volumeHandles?: string[];
  /** digest:__aUPK1N */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="digest:8TmrgDra"
  groupSnapshotHandles?: GroupSnapshotHandles;
}

export interface GroupSnapshotHandles {
  /** digest:Oi-Ye7G3 */
  volumeGroupSnapshotHandle: string;
  /** digest:mlYtVmd9 */
  volumeSnapshotHandles: string[];
}

/** digest:Akm8W8GD */
export interface VolumeSnapshotHandlePair {
  /** digest:CexoV2u4 */
  volumeHandle: string;
  /** digest:iLe00I3O */
  snapshotHandle: string;
}
