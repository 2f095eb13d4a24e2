package main

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"time"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// value is a value of CEL in JSON: numbers are texts, so that none of their digits is lost.
type value struct {
	Type string `json:"type"`
	// A text; absent for lists, maps, and an optional without a value.
	Text *string `json:"text,omitempty"`
	// The elements of a list, the value of an optional.
	Items []value `json:"items,omitempty"`
	// The keys of a map or object, each before its value. Their order means nothing.
	Entries []value `json:"entries,omitempty"`
}

func encode(v ref.Val) value {
	result := value{Type: v.Type().TypeName()}
	if text, ok := scalarText(v); ok {
		result.Text = &text
		return result
	}
	switch t := v.(type) {
	case *types.Optional:
		if t.HasValue() {
			result.Items = []value{encode(t.GetValue())}
		}
	case traits.Lister:
		for it := t.Iterator(); it.HasNext() == types.True; {
			result.Items = append(result.Items, encode(it.Next()))
		}
	case traits.Mapper:
		for it := t.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			result.Entries = append(result.Entries, encode(key), encode(t.Get(key)))
		}
	default:
		text := fmt.Sprint(v.Value())
		result.Text = &text
	}
	return result
}

func scalarText(v ref.Val) (string, bool) {
	switch t := v.(type) {
	case types.Bool:
		return strconv.FormatBool(bool(t)), true
	case types.Int:
		return strconv.FormatInt(int64(t), 10), true
	case types.Uint:
		return strconv.FormatUint(uint64(t), 10), true
	case types.Double:
		return strconv.FormatFloat(float64(t), 'g', -1, 64), true
	case types.String:
		return string(t), true
	case types.Bytes:
		return base64.StdEncoding.EncodeToString(t), true
	case types.Timestamp:
		return t.Time.UTC().Format(time.RFC3339Nano), true
	case types.Duration:
		return strconv.FormatInt(t.Nanoseconds(), 10), true
	case types.Null:
		return "null", true
	case *types.Type:
		return t.TypeName(), true
	}
	return "", false
}
