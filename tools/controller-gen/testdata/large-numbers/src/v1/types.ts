// +groupName=numbers.example.com

import type { float64, int64, KubernetesObject } from '@kb/apimachinery';

/** LimitsSpec has numbers past 2^31, 2^53 and 2^63. */
export interface LimitsSpec {
  // +kubebuilder:validation:Minimum=2147483648
  // +kubebuilder:validation:Maximum=2147483648
  // +kubebuilder:validation:MultipleOf=2147483648
  i0: int64;

  // +kubebuilder:default=2147483648
  d0: int64;

  // +kubebuilder:validation:Minimum=9007199254740991
  // +kubebuilder:validation:Maximum=9007199254740991
  // +kubebuilder:validation:MultipleOf=9007199254740991
  i1: int64;

  // +kubebuilder:default=9007199254740991
  d1: int64;

  // +kubebuilder:validation:Minimum=9007199254740993
  // +kubebuilder:validation:Maximum=9007199254740993
  // +kubebuilder:validation:MultipleOf=9007199254740993
  i2: int64;

  // +kubebuilder:default=9007199254740993
  d2: int64;

  // +kubebuilder:validation:Minimum=123456789012345678
  // +kubebuilder:validation:Maximum=123456789012345678
  // +kubebuilder:validation:MultipleOf=123456789012345678
  i3: int64;

  // +kubebuilder:default=123456789012345678
  d3: int64;

  // +kubebuilder:validation:Minimum=1000000000000000000
  // +kubebuilder:validation:Maximum=1000000000000000000
  // +kubebuilder:validation:MultipleOf=1000000000000000000
  i4: int64;

  // +kubebuilder:default=1000000000000000000
  d4: int64;

  // +kubebuilder:validation:Minimum=9223372036854774784
  // +kubebuilder:validation:Maximum=9223372036854774784
  // +kubebuilder:validation:MultipleOf=9223372036854774784
  i5: int64;

  // +kubebuilder:default=9223372036854774784
  d5: int64;

  // +kubebuilder:validation:Minimum=9223372036854775000
  // +kubebuilder:validation:Maximum=9223372036854775000
  // +kubebuilder:validation:MultipleOf=9223372036854775000
  i6: int64;

  // +kubebuilder:default=9223372036854775000
  d6: int64;

  // +kubebuilder:validation:Minimum=9223372036854775807
  // +kubebuilder:validation:Maximum=9223372036854775807
  // +kubebuilder:validation:MultipleOf=9223372036854775807
  i7: int64;

  // +kubebuilder:default=9223372036854775807
  d7: int64;

  // +kubebuilder:validation:Minimum=-9223372036854775808
  // +kubebuilder:validation:Maximum=-9223372036854775808
  // +kubebuilder:validation:MultipleOf=-9223372036854775808
  i8: int64;

  // +kubebuilder:default=-9223372036854775808
  d8: int64;

  // +kubebuilder:validation:Minimum=-9007199254740993
  // +kubebuilder:validation:Maximum=-9007199254740993
  // +kubebuilder:validation:MultipleOf=-9007199254740993
  i9: int64;

  // +kubebuilder:default=-9007199254740993
  d9: int64;

  // +kubebuilder:validation:Minimum=1e18
  // +kubebuilder:validation:Maximum=1e18
  // +kubebuilder:validation:MultipleOf=1e18
  f0: float64;

  // +kubebuilder:validation:Minimum=1e20
  // +kubebuilder:validation:Maximum=1e20
  // +kubebuilder:validation:MultipleOf=1e20
  f1: float64;

  // +kubebuilder:validation:Minimum=1e21
  // +kubebuilder:validation:Maximum=1e21
  // +kubebuilder:validation:MultipleOf=1e21
  f2: float64;

  // +kubebuilder:validation:Minimum=18446744073709551615
  // +kubebuilder:validation:Maximum=18446744073709551615
  // +kubebuilder:validation:MultipleOf=18446744073709551615
  f3: float64;

  // +kubebuilder:validation:Minimum=9223372036854775808
  // +kubebuilder:validation:Maximum=9223372036854775808
  // +kubebuilder:validation:MultipleOf=9223372036854775808
  f4: float64;

  // +kubebuilder:validation:Minimum=-9223372036854775809
  // +kubebuilder:validation:Maximum=-9223372036854775809
  // +kubebuilder:validation:MultipleOf=-9223372036854775809
  f5: float64;

  // +kubebuilder:validation:Minimum=100000000000000000000
  // +kubebuilder:validation:Maximum=100000000000000000000
  // +kubebuilder:validation:MultipleOf=100000000000000000000
  f6: float64;

  // +kubebuilder:validation:Minimum=0.00001
  // +kubebuilder:validation:Maximum=0.00001
  // +kubebuilder:validation:MultipleOf=0.00001
  f7: float64;

  // +kubebuilder:validation:Minimum=1.0
  // +kubebuilder:validation:Maximum=1.0
  // +kubebuilder:validation:MultipleOf=1.0
  f8: float64;

  // +kubebuilder:validation:Minimum=-0
  // +kubebuilder:validation:Maximum=-0
  // +kubebuilder:validation:MultipleOf=-0
  f9: float64;

  // +kubebuilder:validation:MinLength=2147483648
  // +kubebuilder:validation:MaxLength=2147483648
  s0: string;

  // +kubebuilder:validation:MinItems=2147483648
  // +kubebuilder:validation:MaxItems=2147483648
  l0: string[];

  // +kubebuilder:validation:MinProperties=2147483648
  // +kubebuilder:validation:MaxProperties=2147483648
  m0: { [name: string]: string };

  // +kubebuilder:validation:MinLength=9007199254740993
  // +kubebuilder:validation:MaxLength=9007199254740993
  s1: string;

  // +kubebuilder:validation:MinItems=9007199254740993
  // +kubebuilder:validation:MaxItems=9007199254740993
  l1: string[];

  // +kubebuilder:validation:MinProperties=9007199254740993
  // +kubebuilder:validation:MaxProperties=9007199254740993
  m1: { [name: string]: string };

  // +kubebuilder:validation:MinLength=9223372036854775807
  // +kubebuilder:validation:MaxLength=9223372036854775807
  s2: string;

  // +kubebuilder:validation:MinItems=9223372036854775807
  // +kubebuilder:validation:MaxItems=9223372036854775807
  l2: string[];

  // +kubebuilder:validation:MinProperties=9223372036854775807
  // +kubebuilder:validation:MaxProperties=9223372036854775807
  m2: { [name: string]: string };

  // +kubebuilder:validation:MinLength=-0
  // +kubebuilder:validation:MaxLength=-0
  s4: string;

  // +kubebuilder:validation:MinItems=-0
  // +kubebuilder:validation:MaxItems=-0
  l4: string[];

  // +kubebuilder:validation:MinProperties=-0
  // +kubebuilder:validation:MaxProperties=-0
  m4: { [name: string]: string };

  // +kubebuilder:validation:Enum=9007199254740993;9223372036854775807;-9223372036854775808
  enums: int64;

  // +kubebuilder:example=9007199254740993
  examples: int64;

  // +default=9007199254740993
  jsonDefault: int64;

  // +default=[9007199254740993, 9223372036854775807, 1e20]
  jsonDefaults: float64[];
}

/** Limits shows large numbers. */
// +kubebuilder:object:root=true
export interface Limits extends KubernetesObject {
  spec: LimitsSpec;
}
