// +groupName=overrides.example.com

import type {
  Condition,
  Duration,
  IntOrString,
  KubernetesObject,
  MicroTime,
  ObjectMeta,
  Quantity,
  RawExtension,
  Time,
} from '@kb/apimachinery';
import type { LocalObjectReference, ObjectReference } from '@kb/kubernetes/core/v1';
import type { LabelSelector } from '@kb/kubernetes/meta/v1';

/** ClockSpec has every built-in type whose schema is not made of its Go type. */
// rule: crd/metadata-is-reset
export interface ClockSpec {
  metadata: ObjectMeta; // rule: override/object-meta
  time: Time; // rule: override/time
  microTime: MicroTime; // rule: override/micro-time
  duration: Duration; // rule: override/duration
  quantity: Quantity; // rule: override/quantity
  intOrString: IntOrString; // rule: override/int-or-string
  rawExtension: RawExtension; // rule: override/raw-extension
  json: unknown; // rule: override/json
  unstructured: {}; // rule: override/unstructured

  /** Described says what it is for. */
  described: Time; // rule: override/has-no-description-of-its-own

  times: Time[];
  quantities: Record<string, Quantity>;

  // +kubebuilder:validation:XIntOrString
  // +kubebuilder:validation:Pattern=`^[0-9]+%?$`
  // +kubebuilder:validation:MaxLength=4
  percent: IntOrString; // rule: validation/int-or-string-field

  // +kubebuilder:validation:Enum="auto";80
  port: IntOrString; // rule: flatten/enum-of-the-field

  // +kubebuilder:validation:Format=date
  // +kubebuilder:validation:Type=string
  date: Time; // rule: flatten/hoist-text

  // +kubebuilder:validation:Type=string
  // +kubebuilder:validation:Pattern=`^\d+s$`
  seconds: Duration; // rule: reference/type-marker-on-an-imported-type

  // +nullable
  // +kubebuilder:default="1h"
  // +kubebuilder:example="2h"
  // +kubebuilder:title=Long
  nullable: Duration; // rule: reference/markers-that-need-no-type

  // +kubebuilder:validation:EmbeddedResource
  // +kubebuilder:pruning:PreserveUnknownFields
  embedded: RawExtension;

  reference: LocalObjectReference; // rule: reference/built-in

  /** Selector of pods. */
  selector: LabelSelector;

  // +structType=atomic
  atomic: ObjectReference;

  condition: Condition;
}

/** Clock shows built-in types. */
// +kubebuilder:object:root=true
export interface Clock extends KubernetesObject {
  spec: ClockSpec;
}
