// +groupName=overrides.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// ClockSpec has every built-in type whose schema is not made of its Go type.
type ClockSpec struct {
	Metadata     metav1.ObjectMeta         `json:"metadata"`     // rule: override/object-meta
	Time         metav1.Time               `json:"time"`         // rule: override/time
	MicroTime    metav1.MicroTime          `json:"microTime"`    // rule: override/micro-time
	Duration     metav1.Duration           `json:"duration"`     // rule: override/duration
	Quantity     resource.Quantity         `json:"quantity"`     // rule: override/quantity
	IntOrString  intstr.IntOrString        `json:"intOrString"`  // rule: override/int-or-string
	RawExtension runtime.RawExtension      `json:"rawExtension"` // rule: override/raw-extension
	Json         apiextensionsv1.JSON      `json:"json"`         // rule: override/json
	Unstructured unstructured.Unstructured `json:"unstructured"` // rule: override/unstructured

	// Described says what it is for.
	Described metav1.Time `json:"described"` // rule: override/has-no-description-of-its-own

	Times      []metav1.Time                `json:"times"`
	Quantities map[string]resource.Quantity `json:"quantities"`

	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:validation:Pattern=`^[0-9]+%?$`
	// +kubebuilder:validation:MaxLength=4
	Percent intstr.IntOrString `json:"percent"` // rule: validation/int-or-string-field

	// +kubebuilder:validation:Enum="auto";80
	Port intstr.IntOrString `json:"port"` // rule: flatten/enum-of-the-field

	// +kubebuilder:validation:Format=date
	// +kubebuilder:validation:Type=string
	Date metav1.Time `json:"date"` // rule: flatten/hoist-text

	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:Pattern=`^\d+s$`
	Seconds metav1.Duration `json:"seconds"` // rule: reference/type-marker-on-an-imported-type

	// +nullable
	// +kubebuilder:default="1h"
	// +kubebuilder:example="2h"
	// +kubebuilder:title=Long
	Nullable *metav1.Duration `json:"nullable"` // rule: reference/markers-that-need-no-type

	// +kubebuilder:validation:EmbeddedResource
	// +kubebuilder:pruning:PreserveUnknownFields
	Embedded runtime.RawExtension `json:"embedded"`

	Reference corev1.LocalObjectReference `json:"reference"` // rule: reference/built-in

	// Selector of pods.
	Selector metav1.LabelSelector `json:"selector"`

	// +structType=atomic
	Atomic corev1.ObjectReference `json:"atomic"`

	Condition metav1.Condition `json:"condition"`
}

// Clock shows built-in types.
// +kubebuilder:object:root=true
type Clock struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"` // rule: crd/metadata-is-reset

	Spec ClockSpec `json:"spec"`
}
