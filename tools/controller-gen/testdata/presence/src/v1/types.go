// +groupName=presence.example.com
// +kubebuilder:validation:Required
package v1 // rule: presence/package-required-has-no-effect

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// DoorSpec has a field for every way to say whether it is required.
type DoorSpec struct {
	Plain string `json:"plain"` // rule: presence/required-by-default

	Omitted string `json:"omitted,omitempty"` // rule: presence/omitempty-is-optional

	// +optional
	Optional string `json:"optional"` // rule: presence/marker-wins-over-type

	// +required
	Required string `json:"required,omitempty"`

	// +k8s:optional
	KubernetesOptional string `json:"kubernetesOptional"`

	// +k8s:required
	KubernetesRequired string `json:"kubernetesRequired,omitempty"`

	// +kubebuilder:validation:Optional
	KubebuilderOptional string `json:"kubebuilderOptional"`

	// +kubebuilder:validation:Required
	KubebuilderRequired string `json:"kubebuilderRequired,omitempty"`

	// +required
	// +kubebuilder:validation:Optional
	KubebuilderWins string `json:"kubebuilderWins"` // rule: presence/kubebuilder-wins

	// +optional
	// +kubebuilder:validation:Required
	KubebuilderWinsToo string `json:"kubebuilderWinsToo,omitempty"`

	// +kubebuilder:default=red
	Defaulted string `json:"defaulted"` // rule: presence/default-does-not-matter

	// +nullable
	Nullable *string `json:"nullable"` // rule: presence/nullable-does-not-matter

	Zulu  string `json:"zulu"`  // rule: presence/required-is-sorted
	Alpha string `json:"alpha"` // rule: presence/required-is-sorted
	Upper string `json:"Upper"` // rule: presence/required-is-sorted-by-byte
}

// +kubebuilder:object:root=true
// +kubebuilder:storageversion

// Door shows what is required.
type Door struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec DoorSpec `json:"spec"`
}
