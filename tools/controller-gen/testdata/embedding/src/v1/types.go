// +groupName=embedding.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Base is embedded.
// +kubebuilder:validation:XValidation:rule="self.base != 'x'"
type Base struct {
	// Base of it.
	Base string `json:"base"` // rule: embedding/required-is-the-union
	// +optional
	Note string `json:"note,omitempty"`
}

// Second is embedded too.
// +kubebuilder:validation:XValidation:rule="self.second > 0"
type Second struct {
	Second int32 `json:"second"`
}

// Deep embeds another.
type Deep struct {
	Base `json:",inline"`
	Deep string `json:"deep"`
}

// Bounded has bounds.
// +kubebuilder:validation:MinProperties=1
type Bounded struct {
	// +optional
	Bounded string `json:"bounded,omitempty"`
}

// One has a field that two others have too.
type One struct {
	// Shared of one.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=9
	Shared string `json:"shared"`
	// +optional
	Table map[string]Short `json:"table,omitempty"`
}

// Two has it too.
type Two struct {
	// Shared of two.
	// +kubebuilder:validation:MinLength=2
	Shared string `json:"shared"`
	// +optional
	// +nullable
	Table map[string]Long `json:"table,omitempty"`
}

// Three has it too.
type Three struct {
	// +kubebuilder:validation:MinLength=3
	// +kubebuilder:validation:Pattern=`^a`
	Shared string `json:"shared"`
}

// +kubebuilder:validation:MinLength=1
type Short string

// +kubebuilder:validation:MaxLength=9
type Long string

// All embeds all three.
type All struct {
	One   `json:",inline"` // rule: embedding/same-field-is-merged, flatten/values-of-maps-are-merged
	Two   `json:",inline"`
	Three `json:",inline"` // rule: flatten/third-branch-stays
}

// NestSpec embeds two.
// +kubebuilder:validation:XValidation:rule="self.own != 'x'"
type NestSpec struct {
	Base   `json:",inline"` // rule: embedding/fields-are-the-type's-own
	Second `json:",inline"` // rule: embedding/rules-of-the-last-first

	Own string `json:"own"`

	Deep Deep `json:"deep"` // rule: embedding/of-embedded

	Only Only `json:"only"`

	All All `json:"all"`

	BuiltIn BuiltIn `json:"builtIn"`

	Bounded WithBounded `json:"bounded"`
}

// Only has nothing of its own.
type Only struct {
	Base `json:",inline"` // rule: embedding/description-is-not-inherited
}

// BuiltIn embeds a type of Kubernetes.
type BuiltIn struct {
	corev1.LocalObjectReference `json:",inline"` // rule: embedding/built-in

	Key string `json:"key"`
}

// WithBounded has a bound of its own too.
// +kubebuilder:validation:MaxProperties=3
type WithBounded struct {
	Bounded `json:",inline"` // rule: embedding/markers-of-the-embedded-type

	// +optional
	Other string `json:"other,omitempty"`
}

// Nest shows embedding: inheritance, in TypeScript.
// +kubebuilder:object:root=true
type Nest struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec NestSpec `json:"spec"`
}
