//! A lane: a mailbox whose messages are handled one at a time and in order, each on whichever thread is free.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::schedule::{Priority, Scheduler};

/// Handles the messages of a lane.
pub trait Handler: Send + 'static {
    /// What it handles.
    type Message: Send + 'static;

    /// Handles one message.
    fn handle(&mut self, seq: u64, message: Self::Message);

    /// What the next message will take, as far as is known, seconds.
    fn cost_s(&self) -> f64;
}

/// A lane around its handler.
pub struct Lane<H: Handler> {
    mail: Mutex<Mail<H::Message>>,
    handler: Mutex<H>,
    scheduler: Arc<Scheduler>,
}

struct Mail<M> {
    waiting: VecDeque<(u64, M)>,
    /// A task of this lane is handed in or running.
    scheduled: bool,
    cost_s: f64,
}

impl<H: Handler> Lane<H> {
    /// A lane that runs on `scheduler`.
    pub fn new(handler: H, scheduler: &Arc<Scheduler>) -> Arc<Self> {
        let mail = Mail { waiting: VecDeque::new(), scheduled: false, cost_s: handler.cost_s() };
        Arc::new(Lane { mail: Mutex::new(mail), handler: Mutex::new(handler), scheduler: Arc::clone(scheduler) })
    }

    /// Puts a message into the box. It holds the memory of piece `seq`.
    pub fn post(self: &Arc<Self>, seq: u64, message: H::Message) {
        let mut mail = lock(&self.mail);
        mail.waiting.push_back((seq, message));
        if !mail.scheduled {
            mail.scheduled = true;
            self.submit(mail);
        }
    }

    fn submit(self: &Arc<Self>, mail: MutexGuard<'_, Mail<H::Message>>) {
        if let Some(&(seq, _)) = mail.waiting.front() {
            let priority = Priority { seq, cost_s: mail.cost_s };
            drop(mail);
            let lane = Arc::clone(self);
            self.scheduler.submit(priority, move || lane.run());
        }
    }

    /// Handles the messages of one piece: those behind it wait their turn among the other lanes.
    fn run(self: Arc<Self>) {
        let mut handler = lock(&self.handler);
        let mut next = lock(&self.mail).waiting.pop_front();
        while let Some((seq, message)) = next {
            handler.handle(seq, message);
            let cost_s = handler.cost_s();
            let mut mail = lock(&self.mail);
            mail.cost_s = cost_s;
            next = match mail.waiting.front() {
                Some((same, _)) if *same == seq => mail.waiting.pop_front(),
                Some(_) => {
                    drop(handler);
                    self.submit(mail);
                    return;
                }
                None => {
                    mail.scheduled = false;
                    None
                }
            };
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
