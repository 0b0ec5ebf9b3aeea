"""A method: policy-gradient learning in JAX. It knows tasks (`mendax.learn.task.Task`), not games.

One file an algorithm, each read from top to bottom: `reinforce`, `a2c`, `ppo`. What they share is small: networks,
rollouts, returns, schedules. `train` compiles rollouts, gradients and schedules of many updates into one program.
"""
