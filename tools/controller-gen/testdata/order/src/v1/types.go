// +groupName=order.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Text has its markers in no order.
// +kubebuilder:validation:MaxLength=5
// +kubebuilder:validation:Type=string
// +kubebuilder:validation:MinLength=1
type Text int32 // rule: order/type-comes-first

// RowSpec has markers in every order.
type RowSpec struct {
	Text Text `json:"text"`

	// +kubebuilder:default=1
	// +default=2
	Default int32 `json:"default"` // rule: order/json-default-comes-first

	// +kubebuilder:validation:items:MinLength=1
	// +kubebuilder:validation:Type=array
	// +kubebuilder:validation:MaxItems=2
	List []string `json:"list"` // rule: order/items-come-last

	// +kubebuilder:validation:XValidation:rule="self != 'a'"
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:XValidation:rule="self != 'b'"
	// +kubebuilder:validation:XValidation:rule="self != 'c'"
	Rules string `json:"rules"` // rule: order/of-one-name-is-source-order
}

// Row shows in which order markers are applied.
// +kubebuilder:object:root=true
type Row struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RowSpec `json:"spec"`
}
