// +groupName=numbers.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// LimitsSpec has numbers past 2^31, 2^53 and 2^63.
type LimitsSpec struct {
	// +kubebuilder:validation:Minimum=2147483648
	// +kubebuilder:validation:Maximum=2147483648
	// +kubebuilder:validation:MultipleOf=2147483648
	I0 int64 `json:"i0"`

	// +kubebuilder:default=2147483648
	D0 int64 `json:"d0"`

	// +kubebuilder:validation:Minimum=9007199254740991
	// +kubebuilder:validation:Maximum=9007199254740991
	// +kubebuilder:validation:MultipleOf=9007199254740991
	I1 int64 `json:"i1"`

	// +kubebuilder:default=9007199254740991
	D1 int64 `json:"d1"`

	// +kubebuilder:validation:Minimum=9007199254740993
	// +kubebuilder:validation:Maximum=9007199254740993
	// +kubebuilder:validation:MultipleOf=9007199254740993
	I2 int64 `json:"i2"`

	// +kubebuilder:default=9007199254740993
	D2 int64 `json:"d2"`

	// +kubebuilder:validation:Minimum=123456789012345678
	// +kubebuilder:validation:Maximum=123456789012345678
	// +kubebuilder:validation:MultipleOf=123456789012345678
	I3 int64 `json:"i3"`

	// +kubebuilder:default=123456789012345678
	D3 int64 `json:"d3"`

	// +kubebuilder:validation:Minimum=1000000000000000000
	// +kubebuilder:validation:Maximum=1000000000000000000
	// +kubebuilder:validation:MultipleOf=1000000000000000000
	I4 int64 `json:"i4"`

	// +kubebuilder:default=1000000000000000000
	D4 int64 `json:"d4"`

	// +kubebuilder:validation:Minimum=9223372036854774784
	// +kubebuilder:validation:Maximum=9223372036854774784
	// +kubebuilder:validation:MultipleOf=9223372036854774784
	I5 int64 `json:"i5"`

	// +kubebuilder:default=9223372036854774784
	D5 int64 `json:"d5"`

	// +kubebuilder:validation:Minimum=9223372036854775000
	// +kubebuilder:validation:Maximum=9223372036854775000
	// +kubebuilder:validation:MultipleOf=9223372036854775000
	I6 int64 `json:"i6"`

	// +kubebuilder:default=9223372036854775000
	D6 int64 `json:"d6"`

	// +kubebuilder:validation:Minimum=9223372036854775807
	// +kubebuilder:validation:Maximum=9223372036854775807
	// +kubebuilder:validation:MultipleOf=9223372036854775807
	I7 int64 `json:"i7"`

	// +kubebuilder:default=9223372036854775807
	D7 int64 `json:"d7"`

	// +kubebuilder:validation:Minimum=-9223372036854775808
	// +kubebuilder:validation:Maximum=-9223372036854775808
	// +kubebuilder:validation:MultipleOf=-9223372036854775808
	I8 int64 `json:"i8"`

	// +kubebuilder:default=-9223372036854775808
	D8 int64 `json:"d8"`

	// +kubebuilder:validation:Minimum=-9007199254740993
	// +kubebuilder:validation:Maximum=-9007199254740993
	// +kubebuilder:validation:MultipleOf=-9007199254740993
	I9 int64 `json:"i9"`

	// +kubebuilder:default=-9007199254740993
	D9 int64 `json:"d9"`

	// +kubebuilder:validation:Minimum=1e18
	// +kubebuilder:validation:Maximum=1e18
	// +kubebuilder:validation:MultipleOf=1e18
	F0 float64 `json:"f0"`

	// +kubebuilder:validation:Minimum=1e20
	// +kubebuilder:validation:Maximum=1e20
	// +kubebuilder:validation:MultipleOf=1e20
	F1 float64 `json:"f1"`

	// +kubebuilder:validation:Minimum=1e21
	// +kubebuilder:validation:Maximum=1e21
	// +kubebuilder:validation:MultipleOf=1e21
	F2 float64 `json:"f2"`

	// +kubebuilder:validation:Minimum=18446744073709551615
	// +kubebuilder:validation:Maximum=18446744073709551615
	// +kubebuilder:validation:MultipleOf=18446744073709551615
	F3 float64 `json:"f3"`

	// +kubebuilder:validation:Minimum=9223372036854775808
	// +kubebuilder:validation:Maximum=9223372036854775808
	// +kubebuilder:validation:MultipleOf=9223372036854775808
	F4 float64 `json:"f4"`

	// +kubebuilder:validation:Minimum=-9223372036854775809
	// +kubebuilder:validation:Maximum=-9223372036854775809
	// +kubebuilder:validation:MultipleOf=-9223372036854775809
	F5 float64 `json:"f5"`

	// +kubebuilder:validation:Minimum=100000000000000000000
	// +kubebuilder:validation:Maximum=100000000000000000000
	// +kubebuilder:validation:MultipleOf=100000000000000000000
	F6 float64 `json:"f6"`

	// +kubebuilder:validation:Minimum=0.00001
	// +kubebuilder:validation:Maximum=0.00001
	// +kubebuilder:validation:MultipleOf=0.00001
	F7 float64 `json:"f7"`

	// +kubebuilder:validation:Minimum=1.0
	// +kubebuilder:validation:Maximum=1.0
	// +kubebuilder:validation:MultipleOf=1.0
	F8 float64 `json:"f8"`

	// +kubebuilder:validation:Minimum=-0
	// +kubebuilder:validation:Maximum=-0
	// +kubebuilder:validation:MultipleOf=-0
	F9 float64 `json:"f9"`

	// +kubebuilder:validation:MinLength=2147483648
	// +kubebuilder:validation:MaxLength=2147483648
	S0 string `json:"s0"`

	// +kubebuilder:validation:MinItems=2147483648
	// +kubebuilder:validation:MaxItems=2147483648
	L0 []string `json:"l0"`

	// +kubebuilder:validation:MinProperties=2147483648
	// +kubebuilder:validation:MaxProperties=2147483648
	M0 map[string]string `json:"m0"`

	// +kubebuilder:validation:MinLength=9007199254740993
	// +kubebuilder:validation:MaxLength=9007199254740993
	S1 string `json:"s1"`

	// +kubebuilder:validation:MinItems=9007199254740993
	// +kubebuilder:validation:MaxItems=9007199254740993
	L1 []string `json:"l1"`

	// +kubebuilder:validation:MinProperties=9007199254740993
	// +kubebuilder:validation:MaxProperties=9007199254740993
	M1 map[string]string `json:"m1"`

	// +kubebuilder:validation:MinLength=9223372036854775807
	// +kubebuilder:validation:MaxLength=9223372036854775807
	S2 string `json:"s2"`

	// +kubebuilder:validation:MinItems=9223372036854775807
	// +kubebuilder:validation:MaxItems=9223372036854775807
	L2 []string `json:"l2"`

	// +kubebuilder:validation:MinProperties=9223372036854775807
	// +kubebuilder:validation:MaxProperties=9223372036854775807
	M2 map[string]string `json:"m2"`

	// +kubebuilder:validation:MinLength=-0
	// +kubebuilder:validation:MaxLength=-0
	S4 string `json:"s4"`

	// +kubebuilder:validation:MinItems=-0
	// +kubebuilder:validation:MaxItems=-0
	L4 []string `json:"l4"`

	// +kubebuilder:validation:MinProperties=-0
	// +kubebuilder:validation:MaxProperties=-0
	M4 map[string]string `json:"m4"`

	// +kubebuilder:validation:Enum=9007199254740993;9223372036854775807;-9223372036854775808
	Enums int64 `json:"enums"`

	// +kubebuilder:example=9007199254740993
	Examples int64 `json:"examples"`

	// +default=9007199254740993
	JsonDefault int64 `json:"jsonDefault"`

	// +default=[9007199254740993, 9223372036854775807, 1e20]
	JsonDefaults []float64 `json:"jsonDefaults"`
}

// Limits shows large numbers.
// +kubebuilder:object:root=true
type Limits struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec LimitsSpec `json:"spec"`
}
