// +groupName=immutable.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Part is a part.
// +kubebuilder:validation:XValidation:rule="self.name != 'x'"
type Part struct {
	Name string `json:"name"`
}

// StoneSpec has fields that do not change.
// +kubebuilder:validation:XValidation:rule="self.required != 'x'"
type StoneSpec struct {
	// +k8s:immutable
	Required string `json:"required"` // rule: immutable/required

	// +k8s:immutable
	// +optional
	Optional string `json:"optional,omitempty"` // rule: immutable/optional

	// +k8s:immutable
	// +optional
	Another int32 `json:"another,omitempty"` // rule: immutable/rules-in-field-order, immutable/rules-before-those-of-the-type

	// +k8s:immutable
	Part Part `json:"part"` // rule: immutable/of-a-reference

	// +k8s:immutable
	// +listType=atomic
	// +kubebuilder:validation:MaxItems=3
	List []string `json:"list"`

	// +k8s:immutable
	// +optional
	Map map[string]string `json:"map,omitempty"`
}

// Stone shows what does not change.
// +kubebuilder:object:root=true
type Stone struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// +k8s:immutable
	Spec StoneSpec `json:"spec,omitempty"`
}
