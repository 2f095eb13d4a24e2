// +groupName=floats.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Ratio is between 0 and 1.
// +kubebuilder:validation:Minimum=0
// +kubebuilder:validation:Maximum=1
// +kubebuilder:validation:MultipleOf=0.05
type Ratio float64

// WaveSpec has floating point numbers, which have to be allowed.
type WaveSpec struct {
	Float32 float32 `json:"float32"` // rule: type/float
	Float64 float64 `json:"float64"`

	// +kubebuilder:validation:Minimum=-1.5
	// +kubebuilder:validation:Maximum=1e21
	// +kubebuilder:validation:ExclusiveMaximum=true
	// +kubebuilder:default=0.25
	// +kubebuilder:example=-0.5
	Bounded float64 `json:"bounded"` // rule: guess/float, argument/number, yaml/numbers

	// +kubebuilder:validation:Enum=0.5;1.5
	Steps float64 `json:"steps"`

	// +kubebuilder:validation:items:Maximum=2.5
	List []float64 `json:"list"`

	// +default=1.50
	Json float64 `json:"json"`

	// +kubebuilder:validation:Minimum=0.0000001
	// +kubebuilder:validation:Maximum=123456789.5
	Tiny float64 `json:"tiny"`

	Ratio Ratio `json:"ratio"`
}

// Wave shows floating point numbers.
// +kubebuilder:object:root=true
type Wave struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec WaveSpec `json:"spec"`
}
