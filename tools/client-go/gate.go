package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"

	"k8s.io/client-go/rest"
)

// A gate stands in the way of connections.
type gate struct {
	mutex       sync.Mutex
	closed      chan struct{}
	connections []net.Conn
}

// gated is a configuration whose connections go through a gate. For one informer: it tells on standard error when that lists again.
func gated(config *rest.Config) (*gate, *rest.Config) {
	g := &gate{}
	config = rest.CopyConfig(config)
	config.Dial = g.dial
	lists := 0
	config.Wrap(func(next http.RoundTripper) http.RoundTripper {
		return roundTrip(func(request *http.Request) (*http.Response, error) {
			query := request.URL.Query()
			if lists++; query.Get("watch") == "true" && query.Get("sendInitialEvents") != "true" {
				lists--
			}
			if lists > 1 {
				fmt.Fprintln(os.Stderr, "listed again")
			}
			return next.RoundTrip(request)
		})
	})
	return g, config
}

type roundTrip func(*http.Request) (*http.Response, error)

func (r roundTrip) RoundTrip(request *http.Request) (*http.Response, error) { return r(request) }

func (g *gate) dial(ctx context.Context, network, address string) (net.Conn, error) {
	g.mutex.Lock()
	closed := g.closed
	g.mutex.Unlock()
	if closed != nil {
		select {
		case <-closed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	connection, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err == nil {
		g.mutex.Lock()
		g.connections = append(g.connections, connection)
		g.mutex.Unlock()
	}
	return connection, err
}

// shut cuts all connections, and lets nobody make another.
func (g *gate) shut() {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.closed = make(chan struct{})
	for _, connection := range g.connections {
		connection.Close()
	}
	g.connections = nil
}

func (g *gate) open() {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	close(g.closed)
	g.closed = nil
}
