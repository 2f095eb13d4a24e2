// +groupName=references.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Leaf is the description of the type.
// +kubebuilder:title=Leaf
// +kubebuilder:externalDocs:url="https://example.com/leaf"
type Leaf struct {
	// Name of the leaf.
	Name string `json:"name"`
}

// Inner refers to Leaf.
type Inner struct {
	Leaf Leaf `json:"leaf"`
}

type Undescribed struct {
	Leaf Leaf `json:"leaf"`
}

// First is text.
// +kubebuilder:validation:MinLength=1
type First string

// TreeSpec refers to types in every way.
type TreeSpec struct {
	// The description of the field.
	// +kubebuilder:title="Of the field"
	// +kubebuilder:externalDocs:url="https://example.com/field",description=Here
	// +kubebuilder:example={name: x}
	Described Leaf `json:"described"` // rule: reference/description-of-the-field-wins

	Undescribed Leaf `json:"undescribed"` // rule: reference/description-of-the-type-shows

	Nothing Undescribed `json:"nothing"`

	Nested Inner `json:"nested"` // rule: reference/flattened-recursively

	Again Inner `json:"again"`

	// Of many.
	Many []Leaf `json:"many"` // rule: reference/elements-keep-the-type's-description

	ByName map[string]Leaf `json:"byName"`

	Twice Twice `json:"twice"`
}

// Twice has the same type two times.
type Twice struct {
	// One.
	One Leaf `json:"one"` // rule: reference/each-use-by-itself
	// Two.
	Two Leaf `json:"two"`
}

// Tree shows references.
// +kubebuilder:object:root=true
type Tree struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Spec describes itself.
	Spec   TreeSpec   `json:"spec"`
	Status TreeStatus `json:"status,omitempty"`
}

// TreeStatus says what is.
type TreeStatus struct {
	First First `json:"first,omitempty"`
}
