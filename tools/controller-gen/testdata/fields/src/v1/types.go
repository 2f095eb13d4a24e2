// +groupName=fields.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Other is another type.
// +kubebuilder:title="Other of the type"
// +kubebuilder:externalDocs:url="https://example.com/other"
// +kubebuilder:pruning:PreserveUnknownFields
type Other struct {
	// +optional
	Name string `json:"name,omitempty"`
}

// Named is text with documentation elsewhere.
// +kubebuilder:externalDocs:url="https://example.com/named",description="All of it"
// +kubebuilder:title=Named
type Named string

// BoxSpec has the other markers of fields.
type BoxSpec struct {
	// +nullable
	Nullable *string `json:"nullable"`

	// +nullable
	NullableOther *Other `json:"nullableOther"` // rule: type/null

	// +nullable
	NullableList []string `json:"nullableList"`

	// +kubebuilder:validation:EmbeddedResource
	// +kubebuilder:pruning:PreserveUnknownFields
	Embedded runtime.RawExtension `json:"embedded"`

	// +kubebuilder:pruning:PreserveUnknownFields
	Kept map[string]string `json:"kept"`

	// Schemaless is not looked at.
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	Schemaless Other `json:"schemaless"` // rule: schemaless/starts-empty

	// +kubebuilder:validation:Schemaless
	// +kubebuilder:validation:Type=object
	// +kubebuilder:validation:MaxProperties=3
	SchemalessObject Other `json:"schemalessObject"` // rule: schemaless/other-markers-count

	// +kubebuilder:title=Title
	Titled string `json:"titled"`

	// +kubebuilder:title="Title of the field"
	TitledOther Other `json:"titledOther"` // rule: reference/title-of-the-field-wins

	Untitled Other `json:"untitled"` // rule: reference/title-of-the-type-shows

	// +kubebuilder:externalDocs:url="https://example.com/linked",description="More"
	Linked string `json:"linked"`

	// +kubebuilder:externalDocs:url="/relative"
	LinkedOther Other `json:"linkedOther"` // rule: reference/external-docs-of-the-field-win

	Named Named `json:"named"` // rule: reference/external-docs-of-the-type-show

	// +kubebuilder:example=other
	Example Named `json:"example"` // rule: reference/example-of-the-field
}

// Box shows markers of fields.
// +kubebuilder:object:root=true
type Box struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BoxSpec `json:"spec"`
}
