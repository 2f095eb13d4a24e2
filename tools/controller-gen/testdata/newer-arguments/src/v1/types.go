// +groupName=arguments.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// WordSpec has text that begins like a number.
type WordSpec struct {
	// +kubebuilder:default=100Mi
	Quantity string `json:"quantity"` // rule: guess/text-that-begins-like-a-number

	// +kubebuilder:default=2024-01-15
	Date string `json:"date"`

	// +kubebuilder:default=087bdd
	Hash string `json:"hash"` // rule: guess/text-that-is-no-number

	// +kubebuilder:default=0987
	Octal string `json:"octal"`

	// +kubebuilder:default=123/config
	Path string `json:"path"`

	// +kubebuilder:default=123abc
	Mixed string `json:"mixed"`

	// +kubebuilder:default=6ba7b810-9dad-11d1-80b4-00c04fd430c8
	Id string `json:"id"`

	// +kubebuilder:default=http://example.com:8080/a
	Address string `json:"address"` // rule: argument/colon-in-bare-text

	// +kubebuilder:default={1Gi,2Gi}
	List []string `json:"list"`

	// +kubebuilder:default={a: 1Gi, b: x}
	Map map[string]string `json:"map"`

	// +kubebuilder:validation:Enum=1h;2h
	Enum string `json:"enum"`
}

// Word shows how values are guessed since 0.22.
// +kubebuilder:object:root=true
type Word struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec WordSpec `json:"spec"`
}
