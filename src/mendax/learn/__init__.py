"""A method: learning in JAX. It knows tasks (`mendax.learn.task.Task`), not games.

Each policy-gradient algorithm is one file, read from top to bottom: `reinforce`, `a2c`, `ppo`. They share networks,
rollouts, returns and schedules; `policy_gradients` compiles many updates into one program. `loop` trains any learner:
log, checkpoints, Ctrl-C and resuming.
"""
