// +groupName=presence.example.com
// +kubebuilder:validation:Optional
package v2 // rule: presence/package-optional

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// DoorSpec is in a package whose fields are optional.
type DoorSpec struct {
	Plain string `json:"plain"`

	Omitted string `json:"omitted,omitempty"`

	// +optional
	Optional string `json:"optional"`

	// +required
	Required string `json:"required"`

	// +k8s:required
	KubernetesRequired string `json:"kubernetesRequired,omitempty"`

	// +kubebuilder:validation:Required
	KubebuilderRequired string `json:"kubebuilderRequired"`
}

// +kubebuilder:object:root=true

// Door shows what is required.
type Door struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec DoorSpec `json:"spec"`
}
