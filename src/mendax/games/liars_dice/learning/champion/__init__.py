"""The champion's training: self-play by policy gradients under the full rules, in JAX."""
