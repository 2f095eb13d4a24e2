// +groupName=flatten.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Text has every rule of text.
// +kubebuilder:validation:MinLength=2
// +kubebuilder:validation:MaxLength=20
// +kubebuilder:validation:Pattern=`^[a-z]+$`
// +kubebuilder:validation:Format=hostname
// +kubebuilder:validation:XValidation:rule="self != 'type'"
type Text string

// Short has a lower bound only.
// +kubebuilder:validation:MinLength=4
type Short string

// Number has every rule of numbers.
// +kubebuilder:validation:Minimum=1
// +kubebuilder:validation:Maximum=9
// +kubebuilder:validation:ExclusiveMinimum=true
// +kubebuilder:validation:MultipleOf=2
type Number int32

// Choice is a or b.
// +kubebuilder:validation:Enum=a;b
type Choice string

// Object is kept.
// +kubebuilder:pruning:PreserveUnknownFields
// +kubebuilder:validation:XEmbeddedResource
// +kubebuilder:validation:XValidation:rule="has(self.name)"
// +kubebuilder:validation:XValidation:rule="self.name != 'z'"
// +mapType=granular
type Object struct {
	// +optional
	Name string `json:"name,omitempty"`
}

// Either is a number or text.
// +kubebuilder:validation:XIntOrString
type Either string

// KnotSpec has fields whose markers meet those of their types.
type KnotSpec struct {
	// +kubebuilder:validation:MinLength=3
	// +kubebuilder:validation:MaxLength=10
	Both Text `json:"both"` // rule: flatten/hoist-bounds

	// +kubebuilder:validation:MinLength=10
	// +kubebuilder:validation:MaxLength=10
	OneSided Short `json:"oneSided"` // rule: flatten/only-conflicts-are-hoisted

	// +kubebuilder:validation:MaxLength=10
	Added Short `json:"added"` // rule: flatten/missing-is-taken

	// +kubebuilder:validation:MinLength=4
	Equal Short `json:"equal"` // rule: flatten/equal-numbers-are-hoisted

	// +kubebuilder:validation:Pattern=`^[a-z]+$`
	// +kubebuilder:validation:Format=hostname
	Same Text `json:"same"` // rule: flatten/equal-text-is-kept

	// +kubebuilder:validation:Pattern=`^[a-c]+$`
	// +kubebuilder:validation:Format=ipv4
	// +kubebuilder:validation:MinLength=1
	Other Text `json:"other"` // rule: flatten/one-pair-for-all

	// +kubebuilder:validation:Minimum=2
	// +kubebuilder:validation:Maximum=8
	// +kubebuilder:validation:ExclusiveMaximum=true
	// +kubebuilder:validation:ExclusiveMinimum=false
	// +kubebuilder:validation:MultipleOf=4
	Number Number `json:"number"` // rule: flatten/exclusive-is-or

	Enum Choice `json:"enum"` // rule: flatten/enum-of-the-type

	// +kubebuilder:validation:Enum=xx;yy
	EnumAdded Short `json:"enumAdded"` // rule: flatten/enum-of-the-field

	// +kubebuilder:validation:XValidation:rule="self != 'field'"
	// +kubebuilder:validation:XValidation:rule="self != 'field too'"
	Ruled Text `json:"ruled"` // rule: flatten/rules-of-the-field-first

	// +kubebuilder:validation:XValidation:rule="self.name != 'x'"
	// +structType=atomic
	Object Object `json:"object"` // rule: flatten/map-type-of-the-field-wins

	// +kubebuilder:title=Flags
	// +nullable
	// +kubebuilder:pruning:PreserveUnknownFields
	Flags Object `json:"flags"` // rule: flatten/flags-are-or

	// +kubebuilder:validation:Format=byte
	Format Short `json:"format"`

	// +kubebuilder:validation:Pattern=`^x$`
	// +kubebuilder:validation:XIntOrString
	Either Either `json:"either"`
}

// Knot shows how the markers of a field and of its type come together.
// +kubebuilder:object:root=true
type Knot struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec KnotSpec `json:"spec"`
}
